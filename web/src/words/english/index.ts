/** Every English text of the client. All other languages are type-checked against its keys. Help brings its own. */
import { around } from "./around";
import { common } from "./common";
import type { Entry } from "./entry";
import { heard } from "./heard";
import type { help } from "./help";
import { lobby } from "./lobby";
import { names } from "./names";
import { own } from "./own";
import { proof } from "./proof";
import { reasons } from "./reasons";
import { refusals } from "./refusals.generated";
import { roads } from "./roads";
import { squeeze } from "./squeeze";
import type { storm } from "./storm";
import { table } from "./table";

export const english = {
  ...common,
  ...lobby,
  ...roads,
  ...around,
  ...own,
  ...proof,
  ...heard,
  ...names,
  ...refusals,
  ...table,
  ...squeeze,
  ...reasons,
} as const;

export type WordKey = keyof typeof english | keyof typeof help | keyof typeof storm;
export type Translation = Readonly<Record<WordKey, Entry>>;
