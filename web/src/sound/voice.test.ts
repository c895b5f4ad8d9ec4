import { beforeEach, describe, expect, test } from "vitest";
import { Voice, voiceFor, type Speech } from "./voice";

/** As a browser speaks: one utterance at a time, until `ends`. */
class FakeSpeech implements Speech {
  readonly spoken: SpeechSynthesisUtterance[] = [];
  cancelled = 0;
  getVoices = () => [{ lang: "en-GB" }, { lang: "es_ES" }, { lang: "zh-TW" }, { lang: "zh-CN" }];
  speak = (utterance: SpeechSynthesisUtterance): void => {
    this.spoken.push(utterance);
  };
  cancel = (): void => {
    this.cancelled++;
  };

  ends(): void {
    const last = this.spoken.at(-1);
    last?.onend?.call(last, {} as SpeechSynthesisEvent);
  }

  get texts(): readonly string[] {
    return this.spoken.map(({ text }) => text);
  }
}

let speech: FakeSpeech;
let now: number;
let voice: Voice;

beforeEach(() => {
  [speech, now] = [new FakeSpeech(), 0];
  voice = new Voice(
    speech,
    () => now,
    (text) => ({ text }) as SpeechSynthesisUtterance,
  );
});

describe("the dealer's voice", () => {
  test("speaks in the patron's language, at the patron's volume", () => {
    voice.say("Gana la banca", "es", 0.4);
    expect(speech.spoken[0]).toMatchObject({ text: "Gana la banca", lang: "es_ES", volume: 0.4 });
  });

  test("finishes a call before the next", () => {
    voice.say("Player draws", "en", 1);
    now = 400;
    voice.say("Banker draws", "en", 1);
    expect(speech.texts).toEqual(["Player draws"]);
    now = 900;
    speech.ends();
    expect(speech.texts).toEqual(["Player draws", "Banker draws"]);
  });

  test("lets a newer call take the place of one that waits", () => {
    for (const text of ["Bets closed", "Player draws", "Banker wins"]) voice.say(text, "en", 1);
    speech.ends();
    speech.ends();
    expect(speech.texts).toEqual(["Bets closed", "Banker wins"]);
  });

  test("drops a call that the show has left behind", () => {
    voice.say("Bets closed", "en", 1);
    voice.say("Player draws", "en", 1);
    now = 1_300;
    speech.ends();
    expect(speech.texts).toEqual(["Bets closed"]);
    voice.say("Banker wins", "en", 1);
    expect(speech.texts).toEqual(["Bets closed", "Banker wins"]);
  });

  test("goes on when the browser never says that a call ended", () => {
    voice.say("Bets closed", "en", 1);
    now = 7_000;
    voice.say("Place your bets", "en", 1);
    expect(speech.texts).toEqual(["Bets closed", "Place your bets"]);
    expect(speech.cancelled).toBe(1);
  });

  test("falls silent at once, and nothing that waited is said later", () => {
    voice.say("Bets closed", "en", 1);
    voice.say("Player draws", "en", 1);
    voice.hush();
    speech.ends();
    expect(speech.cancelled).toBe(1);
    expect(speech.texts).toEqual(["Bets closed"]);
  });
});

test.each([
  ["en", "en-GB"],
  ["es", "es_ES"],
  ["zh-Hant", "zh-TW"],
  ["zh-Hans", "zh-CN"],
  ["ja", undefined],
])("for %s the voice is %s", (tag, lang) => {
  expect(voiceFor(new FakeSpeech().getVoices(), tag)?.lang).toBe(lang);
});
