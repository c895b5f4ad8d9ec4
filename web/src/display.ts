/** The entry point of a wall display, a page of its own: no log-in, no controls. */
import "@fontsource-variable/inter/wght.css";
import "./screen/tokens.css";
import "./screen/day-tokens.css";
import "./screen/cloth-tokens.css";
import "./screen/console-tokens.css";
import "./screen/base.css";
import "./roads/roads.css";
import { mount } from "svelte";
import Display from "./staff/display/display.svelte";

const target = document.querySelector("#app");
if (!target) throw new Error("the page has no place for the display");
const table = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
mount(Display, { target, props: { table } });
