/** Reactions to a squeeze: four words, one in three seconds, seen by everybody at the table for three. */
import type { Reacted } from "../../wire/protocol.generated";
import { announce } from "../../announce/announce.svelte";
import { floor } from "../../floor/floor.svelte";
import { placeOf, type TableView } from "../../state/table-view";
import type { Told } from "../../state/told";
import { say } from "../../words/say.svelte";

export type Reaction = Reacted["reaction"];
export const REACTIONS: readonly Reaction[] = ["blow", "monkey", "nine", "luck"];
const LASTS_MS = 3_000;

interface Shown {
  readonly place: string;
  readonly name: string | null; // null: our own
  readonly reaction: Reaction;
}

const shown = $state<{ list: readonly Shown[]; isWaiting: boolean }>({ list: [], isWaiting: false });

export function reactionOf(view: TableView, name: string | null): Reaction | null {
  return shown.list.find((each) => each.place === view.id && each.name === name)?.reaction ?? null;
}

/** Who reacts and is nobody we know of. */
export function othersReacting(view: TableView, known: readonly string[]): readonly string[] {
  const names = shown.list.flatMap(({ place, name }) => (place === view.id && name !== null ? [name] : []));
  return names.filter((name) => !known.includes(name));
}

export function mayReact(): boolean {
  return !shown.isWaiting && floor.link === "open";
}

export function react(view: TableView, reaction: Reaction): void {
  if (!mayReact()) return;
  floor.tell({ type: "react", table: view.info.table, reaction });
  show({ place: view.id, name: null, reaction });
  shown.isWaiting = true;
  setTimeout(() => (shown.isWaiting = false), LASTS_MS);
}

export function noteReaction(message: Told): void {
  if (message.type === "problem" && isOfReactions(message.reason)) {
    if (shown.list.some(({ name }) => name === null)) announce(say(`refusal.${message.reason}`));
    shown.list = shown.list.filter(({ name }) => name !== null);
  }
  if (message.type !== "reacted") return;
  const { name, reaction } = message;
  show({ place: placeOf(message.table), name, reaction });
  announce(say("squeeze.reacted", { name: name || say("squeeze.guest"), reaction: say(`squeeze.react_${reaction}`) }));
}

function show(one: Shown): void {
  shown.list = [...shown.list.filter(({ place, name }) => place !== one.place || name !== one.name), one];
  setTimeout(() => (shown.list = shown.list.filter((each) => each !== one)), LASTS_MS);
}

type OfReactions = "talk_is_closed" | "talk_is_muted" | "talk_is_too_fast" | "nothing_is_squeezed";

function isOfReactions(reason: string): reason is OfReactions {
  return ["talk_is_closed", "talk_is_muted", "talk_is_too_fast", "nothing_is_squeezed"].includes(reason);
}
