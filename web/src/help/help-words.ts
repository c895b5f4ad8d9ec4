/** Help's own English comes with help, not with the first page. */
import { help } from "../words/english/help";
import { learn } from "../words/say.svelte";

learn(help);
