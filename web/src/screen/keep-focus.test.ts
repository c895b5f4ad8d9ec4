// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepFocus } from "./keep-focus";

const PAGE = `
  <main><h1>Jade 3</h1><button id="menu">Menu</button><button id="deal">Deal</button><input id="words"></main>
  <div id="over"></div>`;

const at = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(selector);
  return found;
};
const settled = (): Promise<void> => new Promise((then) => setTimeout(then, 120));

let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = PAGE;
  stop = keepFocus();
});
afterEach(() => stop());

describe("focus", () => {
  it("goes to the heading when its screen is gone", async () => {
    at("#over").innerHTML = "<button id='card'>Open Jade 3</button>";
    at("#card").focus();
    at("#over").innerHTML = "";
    await settled();
    expect(document.activeElement).toBe(at("h1"));
  });

  it("returns to what opened a dialog, past everything that was inside", async () => {
    at("#menu").focus();
    at("#over").innerHTML = "<div role='dialog'><button id='tip'>Tip</button></div>";
    at("#tip").focus();
    at("#over").innerHTML = "<div role='dialog'><button id='close'>Close</button></div>";
    at("#close").focus();
    at("#over").innerHTML = "";
    await settled();
    expect(document.activeElement).toBe(at("#menu"));
  });

  it("stays in a dialog whose button is gone", async () => {
    at("#menu").focus();
    at("#over").innerHTML = "<div data-squeeze><button id='all'>Open all</button></div>";
    at("#all").focus();
    at("#all").remove();
    await settled();
    expect(document.activeElement).toBe(at("[data-squeeze]"));
  });

  it("leaves a button that no longer can be pressed, but never for a field to type in", async () => {
    at("#words").focus();
    at("#deal").focus();
    (at("#deal") as HTMLButtonElement).disabled = true;
    at("#deal").blur(); // as browsers do
    await settled();
    expect(document.activeElement).toBe(at("h1"));
  });

  it("stays where somebody put it", async () => {
    at("#menu").focus();
    at("#deal").focus();
    at("#menu").remove();
    await settled();
    expect(document.activeElement).toBe(at("#deal"));
    at("#deal").blur(); // a tap beside everything
    at("#over").innerHTML = "<p></p>";
    await settled();
    expect(document.activeElement).toBe(document.body);
  });
});
