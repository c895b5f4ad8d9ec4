/** How the client is built and tested. Addresses are relative, because a floor may live under a path of a bigger site. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { DEALING } from "./src/words/dealing";
import { help } from "./src/words/english/help";
import { english } from "./src/words/english/index";
import { LANGUAGE_IDS, LANGUAGES } from "./src/words/languages";
import { LINES } from "./src/words/lines";

/** The server behind `make dev`. It answers pages of its own host only, so the browser's Host header is passed on. */
function proxyTo(target: string) {
  return { "/api": { target, changeOrigin: false }, "/ws": { target, changeOrigin: false, ws: true } };
}

const PAGES = ["index", "staff", "display"] as const; // each loads apart: patrons carry nothing of the consoles
const WORKER = "service-worker"; // keeps its name, so that a browser finds the next one

/** Under `make dev` the addresses of the consoles and displays lead to their pages, as they do on the server. */
const pagesByAddress: Plugin = {
  name: "pages-by-address",
  configureServer(server) {
    server.middlewares.use((request: { url?: string }, _response, next) => {
      const page = /^\/(staff|display)(\/(?!.*\.)|$)/.exec(request.url ?? "")?.[1];
      if (page) request.url = `/${page}.html`;
      next();
    });
  },
};

/** Every sentence in every language as one file, so that documents made elsewhere say what the client says. */
const wordsAsJson: Plugin = {
  name: "words-as-json",
  async generateBundle() {
    const languages = LANGUAGE_IDS.map(async (id) => {
      const { tag, name, load } = LANGUAGES[id];
      const words = { ...english, ...help, ...(await load()) };
      return [id, { tag, name, words, lines: await LINES[id](), dealing: await DEALING[id]() }] as const;
    });
    const source = JSON.stringify(Object.fromEntries(await Promise.all(languages)));
    this.emitFile({ type: "asset", fileName: "words.json", source });
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), pagesByAddress, wordsAsJson],
  base: "./",
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        ...Object.fromEntries(PAGES.map((page) => [page, `${page}.html`])),
        [WORKER]: `src/offline/${WORKER}.ts`,
      },
      output: { entryFileNames: ({ name }) => (name === WORKER ? "[name].js" : "assets/[name]-[hash].js") },
    },
  },
  server: { proxy: proxyTo(loadEnv(mode, ".", "PUNTO_")["PUNTO_SERVER"] ?? "http://127.0.0.1:8000") },
  test: {
    environment: "node", // a test of the page asks for jsdom, which starts slowly
    include: ["src/**/*.test.ts"],
    isolate: false, // a worker for each file would cost more than all tests
    testTimeout: 60_000, // ms: a test is not about the speed of a busy machine
    css: { include: /\.css\?raw$/ }, // tokens are measured
  },
}));
