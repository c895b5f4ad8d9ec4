/** The routes of a patron's screen as attendants serve it. */
import { ask, type Result } from "../wire/request";
import type { LimitsSet, MenuDeed, StationState, TableWanted } from "../wire/rest.generated";

export const stationState = (): Promise<Result<StationState>> => ask("GET", "/api/station");
export const reserveStation = (table: string): Promise<Result<StationState>> =>
  ask("POST", "/api/station/reserve", { table });
export const releaseStation = (): Promise<Result<StationState>> => ask("POST", "/api/station/release");
export const openMenu = (name: string, pin: string): Promise<Result<StationState>> =>
  ask("POST", "/api/station/menu/open", { name, pin });
export const inMenu = (deed: MenuDeed["deed"], detail = ""): Promise<Result<StationState>> =>
  ask("POST", "/api/station/menu", { deed, detail });
export const setTable = (table: string, wanted: TableWanted): Promise<Result<LimitsSet>> =>
  ask("PUT", `/api/station/menu/tables/${encodeURIComponent(table)}`, wanted);
