/** The current screen, kept in the address's hash, so that the page never reloads. */
export type Route = { readonly screen: "lobby" } | { readonly screen: "table"; readonly table: string };

function parse(hash: string): Route {
  const [screen, argument] = hash.replace(/^#\/?/, "").split("/");
  if (screen === "table" && argument) return { screen: "table", table: decodeURIComponent(argument) };
  return { screen: "lobby" };
}

class Router {
  current = $state.raw<Route>(parse(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.current = parse(location.hash);
    });
  }

  toLobby(): void {
    location.hash = "#/";
  }

  toTable(table: string): void {
    location.hash = `#/table/${encodeURIComponent(table)}`;
  }
}

export const router = new Router();
