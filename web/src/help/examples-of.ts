/** Worked examples by book; a book may have none. */
import file from "./worked-examples.json";

export type Example = {
  readonly player: readonly string[];
  readonly banker: readonly string[];
  readonly totals: readonly number[];
  readonly winner: "player" | "banker" | "tie";
  readonly why: string;
};

const BY_BOOK = file as unknown as Readonly<Record<string, readonly Example[]>>;

export function examplesOf(book: string): readonly Example[] {
  return BY_BOOK[book] ?? [];
}
