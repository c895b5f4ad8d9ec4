/**
 * The slash of a tie in a cell of 20: lower left after a win, upper right before the first one. It ends where the
 * figure in the circle begins, so that no 8 or 9 is struck out.
 */
const FROM = { before: [14, 6], after: [1, 19] } as const;

export function tieSlash(when: keyof typeof FROM, x = 0, y = 0): string {
  return `M${x + FROM[when][0]} ${y + FROM[when][1]}l5 -5`;
}
