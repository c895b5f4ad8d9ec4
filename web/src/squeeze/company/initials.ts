/** How a patron without a picture looks: two letters, and one of six shades that always is the same for a name. */
const SHADES = 6;

export function initialsOf(name: string): string {
  const [first = "", second = ""] = name.split(/[\s\-_.]+/).filter((word) => word !== "");
  if (first === "") return "·";
  const letters = second === "" && /^[a-z]/i.test(first) ? first.slice(0, 2) : firstOf(first) + firstOf(second);
  return letters.toUpperCase();
}

/** One letter as a reader sees it, however many units it is made of. */
function firstOf(word: string): string {
  return Array.from(word)[0] ?? "";
}

export function shadeOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % SHADES;
}
