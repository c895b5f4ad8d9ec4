/** What each control does, the keys, and the policies of the house. */
export const help = {
  "button.clear": "Clear",
  "button.clear_does": "Takes back your last betting action. Pressed again at once, it clears everything.",
  "button.double": "Double",
  "button.double_does": "Doubles every bet, or none when credit or a limit does not allow all.",
  "button.raise": "Raise",
  "button.raise_does":
    "Adds the chosen chip to each of your bets in the order you placed them, until credit ends. Fields at a limit are skipped.",
  "button.repeat": "Repeat",
  "button.repeat_does":
    "Places your last round's bets again, on all open tables. Bets that are closed by now are left out and named.",
  "button.auto_repeat": "Auto-repeat",
  "button.auto_repeat_does":
    "Hold Repeat for three seconds and confirm: your bets return whenever betting opens. It ends with a refusal, a lost connection, cashing out or closing the table.",
  "button.keep_bets_on": "Keep Bets On",
  "button.keep_bets_on_does":
    "At a table of your own your bets lie again after each round; the deal still waits for you.",
  "button.deal": "Deal",
  "button.deal_does": "Starts the round at a table of your own.",
  "button.denomination": "Denomination",
  "button.denomination_does": "The value of one credit, and with it of every chip. It changes only while no bet lies.",
  "button.mode": "Playing mode",
  "button.mode_does": "Banker with commission, or without and half on 6. It changes only while no bet lies.",
  "button.limits": "Show bet limits",
  "button.limits_does": "Minimum, maximum and highest payout over every field.",
  "button.winnings": "Show winnings",
  "button.winnings_does": "What each of your bets would return at its best.",
  "button.cashout": "Cashout",
  "button.cashout_does":
    "Your whole credit as a ticket with a code, while no bet lies anywhere. Large sums are paid by hand.",
  "button.tip": "Tip",
  "button.tip_does": "A gift from your credit to the people who run the table.",
  "button.attendant": "Call attendant",
  "button.attendant_does": "Somebody comes to your place.",
  "button.reserve": "Reserve this place",
  "button.reserve_does": "Locks the screen with a PIN of yours.",
  "button.dispute": "Dispute",
  "button.dispute_does": "At a live table, until the next bets close: a supervisor looks at the last round you bet on.",
  "button.contribute": "Add your words",
  "button.contribute_does": "During a shoe change your words mix into the order of the coming shoe.",
  "key.chip": "Choose a chip",
  "key.fields": "Bet on Player, Tie, Banker",
  "key.place": "Bet on the chosen field; arrows move",
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
    "The round goes on without you. Accepted bets stand and are settled; your play record shows them. When you are back, you are where the table is. A bet that was not answered is sent again under the same number and counts once.",
  "policy.malfunction": "Malfunction",
  "policy.malfunction_words":
    "A malfunction voids the round: every stake goes back, and a settlement that was made is taken back. The round leaves no mark on the roads.",
  "policy.errors": "Errors at the table",
  "policy.errors_words":
    "The dealer or a supervisor pauses the round and says why. Your bets are held. The round goes on, is cancelled with all stakes returned, or is corrected; you see what changed.",
  "policy.latency": "Delay",
  "policy.latency_words":
    "The server's clock decides. A bet that arrives after closing is refused, and nothing is taken. The ring shows the server's time. At a live table no card is shown before the picture shows it.",
  "policy.shuffle": "Shuffle",
  "policy.shuffle_words":
    "The order of a shoe comes from a secret of 1,024 random bytes and from words that patrons add. The secret is bound by a fingerprint before the first bet and shown after the last one.",
  "policy.burn": "Burn and cut card",
  "policy.burn_words":
    "A new shoe starts with a card face up and as many face down as the rules of the game say. The cut card lies near the end; the round in which it comes out is the last.",
  "policy.limits": "Limits",
  "policy.limits_words":
    "Each field has a minimum, a maximum and a highest payout. A stake that could return more is refused; winnings are never cut and nothing is ever rounded.",
  "policy.protection": "Your own limits",
  "policy.protection_words":
    "You can limit loss, stakes and time. Tighter limits stand at once, looser ones after 24 hours. A break or an exclusion cannot be taken back.",
  "policy.english": "English prevails",
  "policy.english_words": "Where a translation and the English text differ, the English text counts.",
} as const;
