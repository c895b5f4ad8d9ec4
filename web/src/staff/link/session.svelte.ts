/**
 * Who of staff is signed in at this console. A console that nobody touches locks itself when its session does; the
 * table goes on, and what it shows is covered until the password is entered.
 */
import {
  changePassword,
  currentSession,
  lockSession,
  logIn,
  logOut,
  reauthenticate,
  type Problem,
  type Result,
} from "../../wire/api";
import type { Me, Role } from "../../wire/rest.generated";
import { feed } from "./feed.svelte";

export type StaffRole = Exclude<Role, "patron">;
type State = "asking" | "outside" | "inside" | "out_of_reach";

const BEAT_MS = 5_000;
const ACTIVITY_SAID_EVERY_MS = 60_000;

class StaffSession {
  state = $state<State>("asking");
  me = $state.raw<Me | null>(null);
  #touchedAt = Date.now(); // somebody was here
  #saidAt = Date.now(); // and the server knows it

  /** A member of staff, or null for a patron and for nobody. */
  get role(): StaffRole | null {
    return this.me === null || this.me.role === "patron" ? null : this.me.role;
  }

  get isOpen(): boolean {
    return this.role !== null && !this.me?.is_locked && !this.me?.must_change_password;
  }

  get isSupervisor(): boolean {
    return this.role === "supervisor" || this.role === "admin";
  }

  async load(): Promise<void> {
    const answer = await currentSession();
    if (answer.ok && answer.value) this.#enter(answer.value);
    else this.#leave(!answer.ok && answer.problem.status === 0 ? "out_of_reach" : "outside");
  }

  signIn = (name: string, password: string): Promise<Problem | null> => this.#take(logIn(name, password));
  unlock = (password: string): Promise<Problem | null> => this.#take(reauthenticate(password));
  lock = (): Promise<Problem | null> => this.#take(lockSession());
  changePassword = (now: string, next: string): Promise<Problem | null> => this.#take(changePassword(now, next));

  async signOut(): Promise<void> {
    feed.disconnect();
    await logOut();
    this.#leave("outside");
  }

  /** Notices people at the console and locks it when nobody has been there. Call it once. */
  guard(): () => void {
    const touched = (): void => void (this.#touchedAt = Date.now());
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, touched, { capture: true, passive: true });
    const timer = setInterval(() => void this.#beat(Date.now()), BEAT_MS);
    return () => {
      for (const event of ["pointerdown", "keydown"]) removeEventListener(event, touched, { capture: true });
      clearInterval(timer);
    };
  }

  async #beat(now: number): Promise<void> {
    const after = this.me?.locks_after_ms ?? null;
    if (!this.isOpen || after === null) return;
    if (now - this.#touchedAt >= after) await this.lock();
    else if (this.#touchedAt > this.#saidAt && now - this.#saidAt > ACTIVITY_SAID_EVERY_MS) {
      this.#saidAt = now;
      await this.load(); // a touch that sends nothing counts as well, so the server's lock follows ours
    }
  }

  async #take(asked: Promise<Result<Me>>): Promise<Problem | null> {
    const answer = await asked;
    if (!answer.ok) {
      if (answer.problem.name === "not_signed_in") this.#leave("outside");
      return answer.problem;
    }
    this.#touchedAt = this.#saidAt = Date.now();
    this.#enter(answer.value);
    return null;
  }

  #enter(me: Me): void {
    const isAnother = this.me?.request_token !== me.request_token; // the server has closed the old session's sockets
    this.me = me;
    this.state = "inside";
    if (this.isOpen && (isAnother || feed.link === "closed")) feed.connect();
  }

  #leave(state: State): void {
    this.me = null;
    this.state = state;
    feed.disconnect();
  }
}

export const session = new StaffSession();
feed.onrefused = () => void session.load();
