/** What was refused, in plain words, until it is read: a toast at the foot of every console. */
import type { Problem, Result } from "../../wire/request";
import { refusalWords } from "../../words/say.svelte";
import { session } from "./session.svelte";

const SHOWN_MS = 8_000;
const SHOWN_MAX = 3;

type Toast = { readonly id: number; readonly words: string };

class Refusals {
  shown = $state.raw<readonly Toast[]>([]);
  #next = 0;

  tell(words: string): void {
    const id = (this.#next += 1);
    const others = this.shown.filter((toast) => toast.words !== words);
    this.shown = [...others, { id, words }].slice(-SHOWN_MAX);
    setTimeout(() => this.dismiss(id), SHOWN_MS);
  }

  clear(): void {
    this.shown = [];
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const refusals = new Refusals();

export function problemWords(problem: Problem): string {
  const words = problem.title || refusalWords(problem.name);
  return problem.waitMs > 0 ? `${words} Try again in ${Math.ceil(problem.waitMs / 1000)} s.` : words;
}

/** The answer's value; a refusal is told and gives null. A session that has locked or ended covers the console. */
export async function told<Value>(asked: Promise<Result<Value>>): Promise<Value | null> {
  const answer = await asked;
  if (answer.ok) return answer.value;
  if (["session_is_locked", "not_signed_in", "password_must_be_changed"].includes(answer.problem.name)) {
    await session.load();
  } else refusals.tell(problemWords(answer.problem));
  return null;
}
