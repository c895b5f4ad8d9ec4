/** The colours that a painting takes from the page's tokens. */
export interface Palette {
  (token: string): string;
  readonly mixed: (from: string, to: string, share: number) => string;
  readonly clear: (token: string, opacity: number) => string;
}

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (token: string) => style.getPropertyValue(`--${token}`).trim();
  return Object.assign(colour, {
    mixed: (from: string, to: string, share: number) => mixed(colour(from), colour(to), share),
    clear: (token: string, opacity: number) => {
      const [red, green, blue] = channels(colour(token));
      return `rgb(${red} ${green} ${blue} / ${opacity})`;
    },
  });
}

export function mixed(from: string, to: string, share: number): string {
  const [start, end] = [channels(from), channels(to)];
  return `rgb(${start.map((each, index) => Math.round(each + ((end[index] ?? 0) - each) * share)).join(" ")})`;
}

function channels(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) || 0);
}
