/** The entry point of a wall display, a page of its own: no log-in, no controls. */
import "@fontsource-variable/inter/wght.css";
import "./screen/tokens.css";
import "./screen/base.css";
import "./roads/roads.css";
