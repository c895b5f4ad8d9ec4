/** Reconnecting after the server closed our sockets: silently with a new cookie, or by signing in again. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Me } from "../wire/rest.generated";

const api = vi.hoisted(() => ({ register: vi.fn(), currentSession: vi.fn() }));
const floor = vi.hoisted(() => ({ connect: vi.fn(), disconnect: vi.fn(), isRefused: false }));
vi.mock("../wire/api", () => api);
vi.mock("../floor/floor.svelte", () => ({ floor }));

const ANN = { id: "p1", name: "Ann", role: "patron", is_locked: false, must_change_password: false } as Me;
const known = (me: Me | null): object => ({ ok: true, value: me });
const refused = { ok: false, problem: { status: 409, name: "name_is_taken", title: "", detail: "", waitMs: 0 } };

async function fresh(): Promise<typeof import("./session.svelte")> {
  vi.resetModules();
  return import("./session.svelte");
}

beforeEach(() => {
  vi.clearAllMocks();
  floor.isRefused = false;
});

test("a socket closed while a guest registers does not sign them out", async () => {
  const session = await fresh();
  let answer: (value: unknown) => void = () => {};
  api.register.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const registering = session.signUp("Ann", "…");
  floor.isRefused = true;
  await session.socketWasRefused();
  expect(api.currentSession).not.toHaveBeenCalled();
  answer(known(ANN));
  expect(await registering).toBeNull();
  expect(session.session()).toEqual({ state: "inside", me: ANN });
  expect(floor.connect).toHaveBeenCalledOnce();
});

test("another tab of the same browser reconnects with the new cookie", async () => {
  const session = await fresh();
  api.currentSession.mockResolvedValue(known(ANN));
  await session.socketWasRefused();
  expect(session.session().state).toBe("inside");
  expect(floor.connect).toHaveBeenCalledOnce();
});

test("without a session, the entrance is shown", async () => {
  const session = await fresh();
  api.currentSession.mockResolvedValue(known(null));
  await session.socketWasRefused();
  expect(session.session().state).toBe("outside");
});

test("a locked session asks for the password and opens no socket", async () => {
  const session = await fresh();
  api.currentSession.mockResolvedValue(known({ ...ANN, is_locked: true }));
  await session.socketWasRefused();
  expect(session.session().me?.is_locked).toBe(true);
  expect(floor.connect).not.toHaveBeenCalled();
});

test("a second refusal in a row stops the retries", async () => {
  const session = await fresh();
  api.currentSession.mockResolvedValue(known(ANN));
  await session.socketWasRefused(100_000);
  await session.socketWasRefused(101_000);
  expect(session.session().state).toBe("out_of_reach");
  expect(api.currentSession).toHaveBeenCalledOnce();
});

test("a socket closed in the meantime is handled when registering fails", async () => {
  const session = await fresh();
  api.register.mockResolvedValue(refused);
  api.currentSession.mockResolvedValue(known(null));
  floor.isRefused = true;
  expect((await session.signUp("Ann", "…"))?.name).toBe("name_is_taken");
  expect(session.session().state).toBe("outside");
});

test("a member of staff who logs in here is sent on, and no table is opened for them", async () => {
  const session = await fresh();
  api.currentSession.mockResolvedValue(known({ ...ANN, role: "dealer" }));
  await session.loadSession();
  expect([session.isStaff(), session.isSignedIn()]).toEqual([true, false]);
  expect(floor.connect).not.toHaveBeenCalled();
});
