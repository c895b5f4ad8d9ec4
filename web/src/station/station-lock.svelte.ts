/** Whether an attendant has locked this screen. Kept across a reload; the server refuses bets either way. */
const KEPT_UNDER = "punto.station";

const station = $state({ isLocked: sessionStorage.getItem(KEPT_UNDER) === "locked" });

export function isStationLocked(): boolean {
  return station.isLocked;
}

export function noteStationLock(isLocked: boolean): void {
  station.isLocked = isLocked;
  if (isLocked) sessionStorage.setItem(KEPT_UNDER, "locked");
  else sessionStorage.removeItem(KEPT_UNDER);
}
