/** A switch that is off is seen: edge and knob stand out from its ground and from the panel around it. */
import { expect, test } from "vitest";
import { contrast, tokens } from "../screen/measured-tokens";
import source from "./switch.svelte?raw";

const OFF = source.slice(0, source.indexOf('[aria-checked="true"]'));
const GROUND = /\.knob \{[^}]*background: var\(--([\w-]+)\)/.exec(OFF)?.[1] ?? "";
const EDGE = /\.knob \{[^}]*border: 2px solid var\(--([\w-]+)\)/.exec(OFF)?.[1] ?? "";
const KNOB = /\.knob::after \{[^}]*background: var\(--([\w-]+)\)/.exec(OFF)?.[1] ?? "";

test.each([
  ["night", [":root"]],
  ["day", [":root", '[data-felt="day"]']],
])("by %s", (_when, page) => {
  const of = tokens(...page);
  for (const [ink, ground] of [
    [KNOB, GROUND],
    [EDGE, GROUND],
    [EDGE, "panel"],
  ] as const)
    // prettier-ignore
    expect(contrast(of, ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(3);
});
