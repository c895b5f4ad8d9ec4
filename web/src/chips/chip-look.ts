/** The colour of a chip by its value: its own, or that of the next lower chip. */
const COLOURS = [1, 5, 10, 25, 100, 500, 1000, 5000, 10000] as const;
const DARK_FIGURES: readonly number[] = [1, 1000];

export interface ChipLook {
  readonly colour: number; // names the token --chip-…
  readonly hasDarkFigure: boolean;
  readonly isPlaque: boolean;
}

export function chipLook(worth: number): ChipLook {
  const colour = COLOURS.findLast((each) => each <= worth) ?? 1;
  return { colour, hasDarkFigure: DARK_FIGURES.includes(colour), isPlaque: worth > 10_000 };
}

/** An amount as a stack of at most `most` chips, largest first. Only a picture: the sum is always printed beside it. */
export function stackOf(credits: number, chips: readonly number[], atMost = 5): readonly number[] {
  const stack: number[] = [];
  let rest = credits;
  for (const chip of chips.toSorted((one, other) => other - one)) {
    while (rest >= chip && stack.length < atMost) {
      stack.push(chip);
      rest -= chip;
    }
  }
  return stack.length > 0 || chips.length === 0 ? stack : [Math.min(...chips)];
}
