/** The routes of gaming days. */
import { addressOf } from "../../wire/addresses";
import { ask, type Result } from "../../wire/request";
import type { DayList, DayView } from "../../wire/rest.generated";

export const listDays = (): Promise<Result<DayList>> => ask("GET", "/api/days");
export const showDay = (day: string): Promise<Result<DayView>> => ask("GET", `/api/days/${day}`);
export const signDay = (day: string): Promise<Result<DayView>> => ask("POST", `/api/days/${day}/sign`);
export const dayFile = (day: string, kind: "pdf" | "csv"): string => addressOf(`/api/days/${day}/close.${kind}`);
