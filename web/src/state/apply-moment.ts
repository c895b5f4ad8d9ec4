/** The moments between messages: cards turn, totals appear. They exist on this screen alone. */
import { openFaces } from "./hands";
import type { TableView } from "./table-view";
import type { Moment } from "./told";
import { unreachable } from "./unreachable";

export function applyMoment(view: TableView, moment: Moment): TableView {
  switch (moment.type) {
    case "cards_turn":
      return { ...view, ...openFaces(view, moment.faces, moment.lasts) };
    case "total_shown":
      return { ...view, [moment.side]: { ...view[moment.side], total: moment.total } };
    case "natural_called":
      return { ...view, natural: moment.total };
    default:
      return unreachable(moment);
  }
}
