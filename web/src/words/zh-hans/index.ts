/** Every sentence in Simplified Chinese; a key that is missing or unknown does not compile. */
import type { Translation } from "../english/index";
import { around } from "./around";
import { common } from "./common";
import { heard } from "./heard";
import { help } from "./help";
import { lobby } from "./lobby";
import { names } from "./names";
import { own } from "./own";
import { proof } from "./proof";
import { reasons } from "./reasons";
import { roads } from "./roads";
import { squeeze } from "./squeeze";
import { storm } from "./storm";
import { table } from "./table";

export const words: Translation = {
  ...common,
  ...lobby,
  ...roads,
  ...around,
  ...own,
  ...proof,
  ...names,
  ...heard,
  ...help,
  ...table,
  ...squeeze,
  ...storm,
  ...reasons,
};
