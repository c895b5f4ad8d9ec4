/** What a ticket says below its code: whether somebody comes to pay it, as far as the server has told. */
import type { OwnCall, TicketMade } from "../wire/rest.generated";
import type { WordKey } from "../words/english/index";

/** `open`: one's own open calls; null while they are not known yet. A hand-pay without a call has been paid. */
export function ticketWords(ticket: TicketMade, open: readonly OwnCall[] | null): WordKey {
  if (!ticket.is_hand_pay) return "cashier.ticket_words";
  if (open === null) return "cashier.hand_pay_words";
  const call = open.find((each) => each.ticket === ticket.code);
  if (call === undefined) return "cashier.hand_pay_paid";
  return call.is_taken ? "cashier.hand_pay_coming" : "cashier.hand_pay_words";
}
