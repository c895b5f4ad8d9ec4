/** The entry point of the consoles, a page of its own: patrons load none of it. */
import "@fontsource-variable/inter/wght.css";
import "./screen/tokens.css";
import "./screen/day-tokens.css";
import "./screen/cloth-tokens.css";
import "./screen/console-tokens.css";
import "./screen/base.css";
import "./roads/roads.css";
import { mount } from "svelte";
import Shell from "./staff/shell.svelte";

const target = document.querySelector("#app");
if (!target) throw new Error("the page has no place for the consoles");
mount(Shell, { target });
