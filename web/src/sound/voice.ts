/**
 * The dealer's voice. One call is spoken at a time and at most one waits: a newer call takes its place, and one that
 * waited too long is dropped, so that the voice never lags behind the show.
 */
const STALE_MS = 1_200; // the show has moved on
const STUCK_MS = 6_000; // no call is that long: the browser forgot to say that it ended
const RATE = 1.05;

/** What is used of `speechSynthesis`. */
export interface Speech {
  readonly getVoices: () => readonly SpeechVoice[];
  readonly speak: (utterance: SpeechSynthesisUtterance) => void;
  readonly cancel: () => void;
}

type SpeechVoice = Pick<SpeechSynthesisVoice, "lang">;

interface Call {
  readonly text: string;
  readonly tag: string;
  readonly volume: number;
  readonly at: number;
}

export class Voice {
  #spoken: Call | null = null;
  #waiting: Call | null = null;

  constructor(
    private readonly speech: Speech,
    private readonly now: () => number = () => performance.now(),
    private readonly utter: (text: string) => SpeechSynthesisUtterance = (text) => new SpeechSynthesisUtterance(text),
  ) {}

  say(text: string, tag: string, volume: number): void {
    const call = { text, tag, volume, at: this.now() };
    if (this.#spoken && call.at - this.#spoken.at < STUCK_MS) {
      this.#waiting = call;
      return;
    }
    if (this.#spoken) this.speech.cancel();
    this.#speak(call);
  }

  /** Falls silent at once: the page was left, or the volume turned down. */
  hush(): void {
    [this.#spoken, this.#waiting] = [null, null];
    this.speech.cancel();
  }

  #speak(call: Call): void {
    this.#spoken = call;
    const utterance = this.utter(call.text);
    const voice = voiceFor(this.speech.getVoices(), call.tag);
    utterance.lang = voice?.lang ?? call.tag;
    if (voice) utterance.voice = voice as SpeechSynthesisVoice;
    utterance.volume = call.volume;
    utterance.rate = RATE;
    utterance.onend = utterance.onerror = () => this.#ended(call);
    this.speech.speak(utterance);
  }

  #ended(call: Call): void {
    if (this.#spoken !== call) return; // a call that was given up before
    const next = this.#waiting;
    [this.#spoken, this.#waiting] = [null, null];
    if (next && this.now() - next.at <= STALE_MS) this.#speak(next);
  }
}

/** Scripts of Chinese are spoken in regions: voices name those. */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  "zh-hant": ["zh-tw", "zh-hk", "zh-hant"],
  "zh-hans": ["zh-cn", "zh-sg", "zh-hans"],
};

/** A voice for a language tag, if the browser has one. */
export function voiceFor<V extends SpeechVoice>(voices: readonly V[], tag: string): V | null {
  const wanted = REGIONS[tag.toLowerCase()] ?? [tag.toLowerCase()];
  const spoken = (voice: V): string => voice.lang.toLowerCase().replace("_", "-");
  for (const want of wanted) {
    const found = voices.find((voice) => spoken(voice) === want || spoken(voice).startsWith(`${want}-`));
    if (found) return found;
  }
  return null;
}
