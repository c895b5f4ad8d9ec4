import { describe, expect, it } from "vitest";
import { applyTalk } from "./talk";

const line = (id: number) => ({ id, name: "Ann", phrase: "hello" as const, text: "", at: 0 });
const opened = { type: "talk_opened", table: "lotus", is_open: true, takes_text: false, lines: [line(1)] } as const;

describe("talk at a table", () => {
  it("goes on from the lines that a newcomer is sent", () => {
    const talk = applyTalk(applyTalk(null, opened), { type: "talk_said", table: "lotus", line: line(2) });
    expect(talk?.lines.map((each) => each.id)).toEqual([1, 2]);
  });

  it("loses the lines that staff take away", () => {
    const talk = applyTalk(applyTalk(null, opened), { type: "talk_removed", table: "lotus", lines: [1] });
    expect(talk?.lines).toEqual([]);
  });

  it("is silent where it was never opened", () => {
    expect(applyTalk(null, { type: "talk_said", table: "lotus", line: line(2) })).toBeNull();
  });

  it("keeps the last fifty lines", () => {
    let talk = applyTalk(null, opened);
    for (let id = 2; id < 80; id++) talk = applyTalk(talk, { type: "talk_said", table: "lotus", line: line(id) });
    expect(talk?.lines.length).toBe(50);
    expect(talk?.lines.at(-1)?.id).toBe(79);
  });
});
