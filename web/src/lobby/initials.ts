/** The letters that stand for a name: "Quiet Heron" is QH. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => /^\p{L}/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? "")
    .join("")
    .toLocaleUpperCase();
}
