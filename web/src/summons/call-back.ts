/** "Your cards" for a tab that nobody sees: by a notice of the browser, where there are any. */
import { floor } from "../floor/floor.svelte";
import { settings } from "../settings/settings.svelte";
import { say } from "../words/say.svelte";
import { listenForTaps, notify, takeBack } from "./browser-notice";
import { YourCards } from "./your-cards";

const yourCards = new YourCards({
  isWanted: () => settings.callsBack && settings.squeeze === "squeeze" && document.hidden,
  call: ({ id, info }) =>
    notify(say("summons.your_cards"), say("summons.at", { table: info.title }), id, () => floor.bringToFront(id)),
  done: takeBack,
});

let listens = false;

/** From the first time it is called on; whether it may speak is the switch's. */
export function callBack(): void {
  if (listens) return;
  listens = true;
  const follow = (): void => yourCards.follow(floor.tables);
  floor.listeners.add(follow);
  document.addEventListener("visibilitychange", follow); // no message may come while a card is squeezed
  listenForTaps((place) => floor.bringToFront(place));
}
