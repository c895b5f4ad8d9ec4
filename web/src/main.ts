/** The client's first step: styles, then the one component that holds everything. */
import "@fontsource-variable/inter/wght.css";
import "./tokens.css";
import "./base.css";
import "./panels/panels.css";
import "./roads/roads.css";
import "./panels/panels.css";
import "./roads/roads.css";
import { mount } from "svelte";
import App from "./app.svelte";

const target = document.querySelector("#app");
if (!target) throw new Error("the page has no place for the client");
mount(App, { target });
