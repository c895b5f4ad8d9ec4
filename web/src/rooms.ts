/**
 * The map of the client: every folder of `web/src`, from the top down. A file imports from its own folder and from
 * folders further down this list, never from one above. `rooms.test.ts` holds the code to it.
 */
export const ROOMS: Readonly<Record<string, string>> = {
  ".": "where the pages start: main.ts, staff.ts, display.ts, and this map",
  app: "the shell: lobby or tables, with panels and dialogs around them",

  staff: "the shell of the consoles: signing in, locking, and the list of pages each role has",
  "staff/cards": "cards at a console: slots, totals, names in type, keys to type one",
  "staff/kit": "what consoles are made of: band, ring, buttons, panels, rows, PIN pad, figures",
  "staff/link": "a console's session, its connection, its address and what was refused",

  "first-visit": "the guided first round",
  lobby: "the tables to choose from",
  arrangements: "open tables, laid out for desk, tablet, phone and four at once; keys",
  info: "statistics, special bets and winners beside the felt",
  stage: "the upper half of a table: cards, countdown, shoe change, video",
  hand: "one side's cards, from the shoe to face up",
  squeeze: "the overlay in which a patron peels a card, and its practice mode",
  paper: "one card that bends: fold geometry, painting, fingers, sound of paper",
  rail: "chips to choose, buttons and meters",
  felt: "betting fields, the stakes on them and winnings that fly home",
  betting: "what a tap, a drag or a key bets",

  help: "rules, odds and worked examples",
  record: "rounds played, and their replay",
  fairness: "checking a revealed shoe against its commitment",
  cashier: "credit, tickets, tips, the attendant, a reserved seat",
  limits: "limits a patron sets, reality checks, session time",
  options: "the panels in which settings are chosen",
  account: "logging in, registering, who is here",

  sound: "effects and spoken calls",
  message: "the line that says what is happening at a table, and why a bet was refused",
  roads: "scoreboards",
  panels: "which panel is open, the drawer it stands in, its controls",
  cards: "faces and backs; cards as text",
  chips: "chips, stacks and chips in flight",
  icons: "icons and flags",
  format: "amounts, odds and dates in the patron's language",

  floor: "the connection's owner: sends commands, applies what comes back, knows the server's time",
  show: "the queue that holds messages back until the cards have been seen",
  state: "what is known of house and tables, and how each message changes it",
  settings: "choices kept in this browser",
  screen: "window size, address, colours, durations",
  announce: "what a screen reader is told",
  words: "sentences and languages",
  "words/es": "Spanish",
  "words/ja": "Japanese",
  "words/ko": "Korean",
  "words/zh-hans": "simplified Chinese",
  "words/zh-hant": "traditional Chinese",
  "words/english": "English, which types all other languages",
  wire: "the server's messages and routes, the socket, ids of commands",
  "wire/rest": "types of what REST routes take and give, generated from the routes",
  "wire/protocol": "types of the messages, generated from the server's declarations",
};
