/** The English of storms comes with what draws them, not with the first page. */
import { storm } from "./english/storm";
import { learn } from "./say.svelte";

learn(storm);
