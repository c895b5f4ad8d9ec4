/** What of a stake pays for the storm: drawn from the field's printed fee, whole because the table takes no other chip. */
import type { FieldInfo } from "../wire/protocol.generated";
import type { TableView } from "../state/table-view";

export function feeOn({ fee }: Pick<FieldInfo, "fee">, stake: number): number {
  const [part = 0, of = 1] = fee.split("/").map(Number);
  return (stake * part) / of;
}

/** Of everything this patron has on the felt. */
export function feeOfStakes({ info, seat }: TableView): number {
  const stakes = new Map(seat?.stakes);
  return info.fields.reduce((sum, field) => sum + feeOn(field, stakes.get(field.bet) ?? 0), 0);
}
