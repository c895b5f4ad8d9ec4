/** What a field pays, in full and in short. */
import { odds } from "../../format/figures";
import { say } from "../../words/say.svelte";
import type { Field } from "../layout/layout";

export function paysWords({ info, note }: Field): { readonly long: string; readonly short: string } {
  const low = odds(info.odds[0] ?? "0");
  const high = odds(info.odds.at(-1) ?? "0");
  const isRange = info.odds.length > 1 && note === null;
  return isRange
    ? { long: say("felt.pays_between", { low, high }), short: `${low}–${high}:1` }
    : { long: say("felt.pays", { odds: high }), short: `${high}:1` };
}
