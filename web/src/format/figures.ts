/** Amounts, odds and percentages in the patron's language. An amount is a whole number of the smallest unit. */
import { floor } from "../floor/floor.svelte";
import { settings } from "../settings/settings.svelte";
import { LANGUAGES } from "../words/languages";

const IN_FULL_UP_TO = 99_999;

function digits(): number {
  return floor.house.welcome?.currency_digits ?? 2;
}

function symbol(): string {
  return floor.house.welcome?.currency_symbol ?? "";
}

const formats = new Map<string, Intl.NumberFormat>(); // cached: creating one costs as much as a hundred uses

function number(value: number, options: Intl.NumberFormatOptions): string {
  const { tag } = LANGUAGES[settings.language];
  const kind = tag + JSON.stringify(options);
  const format = formats.get(kind) ?? new Intl.NumberFormat(tag, options);
  formats.set(kind, format);
  return format.format(value);
}

function plain(value: number, fractionDigits: number): string {
  const fraction = Number.isInteger(value) ? 0 : fractionDigits;
  return number(value, { minimumFractionDigits: fraction, maximumFractionDigits: fraction });
}

function short(value: number, fractionDigits: number): string {
  if (Math.abs(value) <= IN_FULL_UP_TO) return plain(value, fractionDigits);
  return number(value, { notation: "compact", maximumFractionDigits: 2 });
}

/** In currency, or in credits of the table's denomination, as the patron prefers. */
export function amount(units: number, denomination = 0): string {
  if (settings.valuesIn === "credits" && denomination > 0) return short(units / denomination, 2);
  return `${symbol()}${short(units / 10 ** digits(), digits())}`;
}

/** A balance: always currency, always in full. */
export function money(units: number): string {
  return `${symbol()}${plain(units / 10 ** digits(), digits())}`;
}

/** What is printed on a chip of so many credits. */
export function chipValue(credits: number, denomination: number): string {
  const value = settings.valuesIn === "credits" ? credits : (credits * denomination) / 10 ** digits();
  return value < 10_000 ? plain(value, digits()) : number(value, { notation: "compact", maximumFractionDigits: 1 });
}

/** The value that decides a chip's colour. */
export function chipWorth(credits: number, denomination: number): number {
  return settings.valuesIn === "credits" ? credits : (credits * denomination) / 10 ** digits();
}

/** "19/20" as "0.95". */
export function odds(text: string): string {
  const [over = "0", under = "1"] = text.split("/");
  return number(Number(over) / Number(under), { maximumFractionDigits: 3 });
}

export function whole(value: number): string {
  return number(value, { maximumFractionDigits: 0 });
}

export function percent(share: number): string {
  return number(share, { style: "percent", maximumFractionDigits: 2 });
}

/** A hand's total; a negative one carries a true minus sign. */
export function total(value: number): string {
  return value < 0 ? `−${Math.abs(value)}` : String(value);
}
