// Generated from src/punto/server/protocol by `make format`; do not edit.

export const PROTOCOL = 1;

export type * from "./protocol/client.generated";
export type * from "./protocol/parts.generated";
export type * from "./protocol/floor.generated";
export type * from "./protocol/table-private.generated";
export type * from "./protocol/staff.generated";
export type * from "./protocol/floor-watch.generated";
export type * from "./protocol/table-opened.generated";
export type * from "./protocol/table-public.generated";
export type * from "./protocol/talk.generated";
export type * from "./protocol/refusals.generated";
export type * from "./protocol/server-message.generated";
