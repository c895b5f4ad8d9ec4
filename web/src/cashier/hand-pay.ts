/** The line below a ticket's code: whether an attendant is coming to pay it, as far as we know. */
import type { OwnCall, TicketMade } from "../wire/rest.generated";
import type { WordKey } from "../words/english/index";

/** `open`: the patron's open calls, null until known. A hand-pay without a call has been paid. */
export function ticketWords(ticket: TicketMade, open: readonly OwnCall[] | null): WordKey {
  if (!ticket.is_hand_pay) return "cashier.ticket_words";
  if (open === null) return "cashier.hand_pay_words";
  const call = open.find((each) => each.ticket === ticket.code);
  if (call === undefined) return "cashier.hand_pay_paid";
  return call.is_taken ? "cashier.hand_pay_coming" : "cashier.hand_pay_words";
}
