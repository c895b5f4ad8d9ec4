/** The client's entry point: styles, then the root component. */
import "@fontsource-variable/inter/wght.css";
import "./screen/tokens.css";
import "./screen/day-tokens.css";
import "./screen/cloth-tokens.css";
import "./screen/base.css";
import "./panels/panels.css";
import "./roads/roads.css";
import { mount } from "svelte";
import App from "./app/app.svelte";
import { keepShell } from "./offline/register";

const target = document.querySelector("#app");
if (!target) throw new Error("the page has no place for the client");
mount(App, { target });
document.querySelector("#splash")?.remove();
keepShell();
