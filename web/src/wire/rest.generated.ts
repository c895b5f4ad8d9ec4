// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

export type * from "./rest/account.generated";
export type * from "./rest/money.generated";
export type * from "./rest/cage.generated";
export type * from "./rest/floor.generated";
export type * from "./rest/record.generated";
export type * from "./rest/staff.generated";
export type * from "./rest/desk.generated";
export type * from "./rest/deeds.generated";
export type * from "./rest/dealing.generated";
export type * from "./rest/supervisor.generated";
export type * from "./rest/watched.generated";
