/** The address that opens a table, on the page of the given address. */
export function tableLink(place: string, address: string): string {
  return `${address.split("#", 1)[0]}#/table/${encodeURIComponent(place)}`;
}
