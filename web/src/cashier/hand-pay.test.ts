/** A hand-pay shows that an attendant was called, is on the way, and has paid. */
import { expect, test } from "vitest";
import type { OwnCall, TicketMade } from "../wire/rest.generated";
import { ticketWords } from "./hand-pay";

const TICKET: TicketMade = { code: "K7Q2-0000-0000-0000", amount: 60_000, is_hand_pay: true, qr_svg: "" };
const CALL: OwnCall = { id: 1, at: 5, amount: 60_000, ticket: TICKET.code, is_taken: false };
const PRESS: OwnCall = { id: 2, at: 5, amount: 0, ticket: "", is_taken: true };

test.each([
  [TICKET, null, "cashier.hand_pay_words"], // not known yet
  [TICKET, [CALL], "cashier.hand_pay_words"],
  [TICKET, [CALL, PRESS], "cashier.hand_pay_words"], // the attendant is coming for another call
  [TICKET, [{ ...CALL, is_taken: true }], "cashier.hand_pay_coming"],
  [TICKET, [PRESS], "cashier.hand_pay_paid"],
  [{ ...TICKET, is_hand_pay: false }, [], "cashier.ticket_words"],
])("%o with calls %o says %s", (ticket, open, words) => {
  expect(ticketWords(ticket, open)).toBe(words);
});
