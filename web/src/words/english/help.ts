/** What each button does, the keyboard shortcuts and the house policies. */
export const help = {
  "button.clear": "Clear",
  "button.clear_does": "Takes back your last bet. Press again right away to clear everything.",
  "button.double": "Double",
  "button.double_does": "Doubles every bet, or none if your credit or a limit does not allow it.",
  "button.raise": "Raise",
  "button.raise_does":
    "Adds the selected chip to each of your bets, in the order you placed them, until your credit runs out. Bets at their limit are skipped.",
  "button.repeat": "Repeat",
  "button.repeat_does":
    "Places your last round's bets again at all open tables. Bets that have closed are left out and listed.",
  "button.auto_repeat": "Auto-repeat",
  "button.auto_repeat_does":
    "Hold Repeat for three seconds and confirm. Your bets are then placed again whenever betting opens. It stops after a refused bet, a lost connection, a cash-out, or when you close the table.",
  "button.keep_bets_on": "Keep Bets On",
  "button.keep_bets_on_does": "At your own table, your bets stay for the next round. You still decide when to deal.",
  "button.deal": "Deal",
  "button.deal_does": "Starts the round at your own table.",
  "button.denomination": "Denomination",
  "button.denomination_does":
    "The value of one credit, and so of every chip. You can change it only when you have no bets.",
  "button.mode": "Playing mode",
  "button.mode_does":
    "Banker with commission, or without it and paying half on 6. You can change it only when you have no bets.",
  "button.limits": "Show bet limits",
  "button.limits_does": "Shows the minimum, the maximum and the highest return of every bet.",
  "button.winnings": "Show winnings",
  "button.winnings_does": "Shows the most each of your bets can win.",
  "button.cashout": "Cash out",
  "button.cashout_does":
    "Turns your whole credit into a ticket with a code, when you have no bets at any table. Large amounts are paid by hand.",
  "button.tip": "Tip",
  "button.tip_does": "Gives some of your credit to the people who run the table.",
  "button.attendant": "Call attendant",
  "button.attendant_does": "Someone comes to your seat.",
  "button.reserve": "Reserve this seat",
  "button.reserve_does": "Locks the screen with your PIN.",
  "button.dispute": "Dispute",
  "button.dispute_does":
    "At a live table, until the next betting closes: asks a supervisor to review the last round you bet on.",
  "button.contribute": "Add your words",
  "button.contribute_does": "During a shoe change, mixes your words into the order of the next shoe.",
  "key.chip": "Select a chip",
  "key.fields": "Bet on Player, Tie, Banker",
  "key.place": "Bet on the selected field; arrows move",
  "key.clear": "Clear last",
  "key.clear_all": "Clear all",
  "key.double": "Double",
  "key.repeat": "Repeat",
  "key.raise": "Raise",
  "key.deal": "Deal",
  "key.limits": "Bet limits",
  "key.winnings": "Winnings",
  "key.help": "Help",
  "policy.disconnection": "Lost connection",
  "policy.disconnection_words":
    "The round continues without you. Accepted bets stand and are settled; your play record shows them. When you reconnect, you rejoin the table where it is. A bet that got no answer is sent again with the same number and counts only once.",
  "policy.malfunction": "Malfunction",
  "policy.malfunction_words":
    "A malfunction voids the round: every stake is returned, and any settlement is reversed. The round does not appear on the roads.",
  "policy.errors": "Errors at the table",
  "policy.errors_words":
    "The dealer or a supervisor pauses the round and says why. Your bets are held. The round then continues, is cancelled with all stakes returned, or is corrected. You see what changed.",
  "policy.latency": "Latency",
  "policy.latency_words":
    "The server's clock decides. A bet that arrives after betting has closed is refused, and nothing is taken. The ring shows the server's time. At a live table, no card appears on screen before it appears on video.",
  "policy.shuffle": "Shuffle",
  "policy.shuffle_words":
    "The order of a shoe comes from a secret of 1,024 random bytes and from words that patrons add. The secret is sealed by a public fingerprint before the first bet and revealed after the last.",
  "policy.burn": "Burn and cut card",
  "policy.burn_words":
    "A new shoe starts with one card face up, then as many face down as the rules say. The cut card lies near the end; the round in which it comes out is the last.",
  "policy.limits": "Limits",
  "policy.limits_words":
    "Each bet has a minimum, a maximum and a highest return. A stake that could return more is refused. Winnings are never cut or rounded.",
  "policy.protection": "Your own limits",
  "policy.protection_words":
    "You can limit your losses, your stakes and your time. Stricter limits apply at once, looser ones after 24 hours. A cool-off or self-exclusion cannot be undone.",
  "policy.english": "English prevails",
  "policy.english_words": "If a translation differs from the English text, the English text applies.",
} as const;
