/** Amounts at the cage: read from what was typed, said in words, and counted out in notes. */

/** In the smallest unit, or null for what is no amount above zero: "1,250.50" is 125050 with two digits. */
export function typedAmount(text: string, digits: number): number | null {
  const plain = text.replaceAll(",", "").replaceAll(" ", "");
  const found = /^(\d{1,11})(?:\.(\d*))?$/.exec(plain);
  if (!found) return null;
  const part = found[2] ?? "";
  if (part.length > digits) return null;
  return Number(found[1]) * 10 ** digits + Number(part.padEnd(digits, "0") || 0);
}

const SMALL = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen"
).split(" ");
const TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const GROUPS: readonly (readonly [number, string])[] = [
  [1_000_000_000, "billion"],
  [1_000_000, "million"],
  [1_000, "thousand"],
  [100, "hundred"],
];

/** 1,000 is "one thousand": a second way to read an amount before cash changes hands. */
export function inWords(value: number): string {
  if (value < 20) return SMALL[value] ?? "";
  if (value < 100) return (TENS[Math.floor(value / 10)] ?? "") + (value % 10 ? `-${inWords(value % 10)}` : "");
  const [size, name] = GROUPS.find(([each]) => value >= each) ?? [100, "hundred"];
  const rest = value % size;
  const joined = rest === 0 ? "" : `${rest < 100 ? " and" : ""} ${inWords(rest)}`;
  return `${inWords(Math.floor(value / size))} ${name}${joined}`;
}

/** Whole currency in words, and what stands behind the point in figures: "twelve and 50/100". */
export function amountInWords(units: number, digits: number): string {
  const unit = 10 ** digits;
  const part = units % unit;
  return inWords(Math.floor(units / unit)) + (part ? ` and ${String(part).padStart(digits, "0")}/${unit}` : "");
}

const NOTES = [100, 50, 20, 10, 5] as const;

/** The fewest notes that make an amount, largest first; what no note makes is left as coins. */
export function notesFor(units: number, digits: number): { readonly notes: readonly string[]; readonly coins: number } {
  const unit = 10 ** digits;
  let left = units;
  const notes: string[] = [];
  for (const note of NOTES) {
    const count = Math.floor(left / (note * unit));
    if (count > 0) notes.push(`${count.toLocaleString("en")} × ${note}`);
    left -= count * note * unit;
  }
  return { notes, coins: left };
}

/** Sixteen letters and digits, as tickets have; null for anything else, such as a name. */
export function ticketCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, "");
  return /^[0-9A-Z]{16}$/.test(code) && /\d/.test(code) ? (code.match(/.{4}/g) ?? []).join("-") : null;
}
