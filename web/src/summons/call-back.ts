/** "Your cards" for a tab that nobody sees: by a notice of the browser and by vibration, as far as there are any. */
import { floor } from "../floor/floor.svelte";
import { settings } from "../settings/settings.svelte";
import { vibrate } from "../sound/play";
import { say } from "../words/say.svelte";
import { listenForTaps, notify, takeBack } from "./browser-notice";
import { YourCards } from "./your-cards";

const yourCards = new YourCards({
  isWanted: () => settings.callsBack && settings.squeeze === "squeeze" && document.hidden,
  call: ({ id, info }) => {
    vibrate("your_cards");
    notify(say("summons.your_cards"), say("summons.at", { table: info.title }), id, () => floor.bringToFront(id));
  },
  done: takeBack,
});

let listens = false;

/** From the first time it is called on; whether it may speak is the switch's. */
export function callBack(): void {
  if (listens) return;
  listens = true;
  floor.listeners.add(() => yourCards.follow(floor.tables));
  listenForTaps((place) => floor.bringToFront(place));
}
