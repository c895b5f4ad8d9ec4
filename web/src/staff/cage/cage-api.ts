/** The routes of the cage: calls, tickets, buy-ins, drawers, receipts, reserved seats. */
import { addressOf } from "../../wire/addresses";
import { ask, query, type Result } from "../../wire/request";
import type {
  Booked,
  CashierEntry,
  DrawerCounted,
  DrawerList,
  HouseOwesView,
  OpenCalls,
  OwnDrawer,
  PatronFound,
  Receipt,
  Reversal,
  ReservedSeats,
  SecondPerson,
  TicketView,
} from "../../wire/rest.generated";

type Second = SecondPerson | null;

export const openCalls = (): Promise<Result<OpenCalls>> => ask("GET", "/api/attendant-calls");
export const takeCall = (id: number): Promise<Result<void>> => ask("POST", `/api/attendant-calls/${id}/take`);
export const answerCall = (id: number): Promise<Result<void>> => ask("POST", `/api/attendant-calls/${id}/done`);

export const reservedSeats = (): Promise<Result<ReservedSeats>> => ask("GET", "/api/reservations");
export const liftReservation = (id: number): Promise<Result<void>> => ask("POST", `/api/reservations/${id}/lift`);

export const findTicket = (code: string): Promise<Result<TicketView>> =>
  ask("GET", `/api/tickets/${encodeURIComponent(code)}`);
export const payTicket = (code: string, id: string, second: Second): Promise<Result<Booked>> =>
  ask("POST", `/api/tickets/${encodeURIComponent(code)}/pay`, { id, second });
export const findPatron = (name: string): Promise<Result<PatronFound>> => ask("GET", `/api/patrons${query({ name })}`);
export const buyIn = (patron: string, amount: number, id: string, second: Second): Promise<Result<Booked>> =>
  ask("POST", "/api/buy-in", { id, patron, amount, second });
export const payTips = (goesTo: string, amount: number, id: string, second: Second): Promise<Result<Booked>> =>
  ask("POST", "/api/tips/pay", { id, goes_to: goesTo, amount, second });

export const ownDrawer = (): Promise<Result<OwnDrawer>> => ask("GET", "/api/drawer");
export const openDrawer = (counted: number, id: string, second: Second): Promise<Result<DrawerCounted>> =>
  ask("POST", "/api/drawer/open", { id, counted, second });
export const closeDrawer = (counted: number, id: string, second: Second): Promise<Result<DrawerCounted>> =>
  ask("POST", "/api/drawer/close", { id, counted, second });
export const drawersByShift = (): Promise<Result<DrawerList>> => ask("GET", "/api/drawers");
export const lastEntries = (drawer: number): Promise<Result<{ readonly entries: readonly CashierEntry[] }>> =>
  ask("GET", `/api/cashier/entries${query({ drawer, limit: 20 })}`);

export const reverseEntry = (
  entry: number,
  id: string,
  reason: Reversal["reason"],
  second: Second,
): Promise<Result<Booked>> => ask("POST", `/api/cashier/entries/${entry}/reverse`, { id, reason, second });

export const houseOwes = (): Promise<Result<HouseOwesView>> => ask("GET", "/api/house-owes");
export const receipt = (entry: number): Promise<Result<Receipt>> => ask("GET", `/api/cashier/entries/${entry}/receipt`);
export const receiptPage = (entry: number): string => addressOf(`/api/cashier/entries/${entry}/receipt.html`);
