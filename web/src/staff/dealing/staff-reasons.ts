/** Why staff stop a table, rebuild a hand or abandon a shoe, in their own words. */
export const STAFF_REASONS = {
  dealing_error: "Dealing error",
  card_error: "Card entered wrongly",
  card_exposed: "Card exposed or on the floor",
  cleared_early: "Cards cleared too early",
  burn_forgotten: "Burn forgotten",
  revealed_early: "Squeeze card shown early",
  reader_lost: "Reader lost",
  picture_lost: "Picture lost",
  dealer_unwell: "Dealer unwell",
  malfunction: "Equipment",
  dispute: "Dispute",
  interruption: "Interruption",
  other: "Something else",
} as const;

export type StaffReason = keyof typeof STAFF_REASONS;
