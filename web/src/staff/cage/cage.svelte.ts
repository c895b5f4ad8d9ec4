/** What the cage knows of the floor: calls, reserved seats, the own drawer, its last entries, what the house owes. */
import { lobby } from "../../wire/api";
import type {
  CashierEntry,
  DrawerList,
  HouseOwesView,
  OwnDrawer,
  ReservedSeat,
  WaitingCall,
} from "../../wire/rest.generated";
import { badges } from "../link/badges.svelte";
import { session } from "../link/session.svelte";
import { isOfStaff } from "./entry-words";
import { drawersByShift, houseOwes, lastEntries, openCalls, ownDrawer, reservedSeats } from "./cage-api";

const CALLS_EVERY_MS = 2_000;
const REST_EVERY_MS = 10_000;

export class Cage {
  calls = $state.raw<readonly WaitingCall[]>([]);
  seats = $state.raw<readonly ReservedSeat[]>([]);
  own = $state.raw<OwnDrawer | null>(null);
  entries = $state.raw<readonly CashierEntry[]>([]);
  owes = $state.raw<HouseOwesView | null>(null);
  shifts = $state.raw<DrawerList | null>(null);
  #titles = $state.raw<Readonly<Record<string, string>>>({});

  drawer = $derived(this.own?.drawer ?? null);
  digits = $derived(this.own?.currency_digits ?? 2);
  /** Supervisors look at drawers and never hold cash; attendants and administrators do both. */
  servesPatrons = $derived(session.role === "attendant" || session.role === "admin");

  constructor() {
    $effect(() => {
      if (!session.isOpen) return;
      void this.#readTitles();
      void this.lookAtCalls();
      void this.look();
      const calls = setInterval(() => void this.lookAtCalls(), CALLS_EVERY_MS);
      const rest = setInterval(() => void this.look(), REST_EVERY_MS);
      return () => {
        clearInterval(calls);
        clearInterval(rest);
      };
    });
  }

  table(id: string): string {
    return this.#titles[id.split("~")[0] ?? ""] ?? id;
  }

  async lookAtCalls(): Promise<void> {
    if (this.servesPatrons) {
      const calls = await openCalls();
      if (calls.ok) this.calls = calls.value.calls;
    }
    const seats = await reservedSeats();
    if (seats.ok) this.seats = seats.value.seats;
    badges.show("cage", this.calls.filter((call) => call.taken_by === "").length);
  }

  async look(): Promise<void> {
    const [own, owes] = await Promise.all([ownDrawer(), houseOwes()]);
    if (own.ok) this.own = own.value;
    if (owes.ok) this.owes = owes.value;
    if (this.drawer || session.isSupervisor) {
      const entries = await lastEntries(session.isSupervisor ? 0 : (this.drawer?.number ?? 0));
      if (entries.ok) this.entries = entries.value.entries.filter(isOfStaff);
    }
    if (session.isSupervisor) {
      const shifts = await drawersByShift();
      if (shifts.ok) this.shifts = shifts.value;
    }
  }

  async #readTitles(): Promise<void> {
    const answer = await lobby();
    if (answer.ok) {
      this.#titles = Object.fromEntries(answer.value.tables.map((table) => [table.table, table.title]));
    }
  }
}
