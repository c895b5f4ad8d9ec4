/** Sounds, voice and vibration at the patron's volume. Silent until the first tap, as browsers require. */
import { settings } from "../settings/settings.svelte";
import { LANGUAGES } from "../words/languages";
import { language } from "../words/say.svelte";
import { startMurmur, setMurmur } from "./murmur";
import { sound, type SoundName } from "./synthesis";
import { Voice, voiceFor } from "./voice";

const VIBRATION = { accepted: [10], refused: [30, 40, 30, 40, 30], pip: [8], slam: [25] };

let context: AudioContext | null = null;
let room: ReturnType<typeof startMurmur> | null = null;
let voice: Voice | null = null;
let wasTapped = false;

export function listenForFirstTap(): void {
  const tapped = (): void => {
    wasTapped = true;
    void context?.resume();
    playMurmur();
  };
  addEventListener("pointerdown", tapped, { once: true, capture: true });
  addEventListener("keydown", tapped, { once: true, capture: true });
}

/** `strength`: how loud, of its usual loudness. */
export function play(name: SoundName, strength = 1): void {
  const volume = strength * (settings.volumes.all / 100) * (settings.volumes.effects / 100);
  if (!wasTapped || volume === 0 || document.hidden || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  sound(context, name, volume);
}

/** The murmur of the room at the slider's volume; created on first use. */
export function playMurmur(): void {
  const volume = (settings.volumes.all / 100) * (settings.volumes.room / 100);
  if (!wasTapped || typeof AudioContext === "undefined" || (volume === 0 && room === null)) return;
  context ??= new AudioContext();
  room ??= startMurmur(context);
  setMurmur(context, room, document.hidden ? 0 : volume);
}

export function hasVoice(): boolean {
  return "speechSynthesis" in globalThis && voiceFor(speechSynthesis.getVoices(), LANGUAGES[language()].tag) !== null;
}

/** A dealer's call. */
export function call(text: string): void {
  const volume = (settings.volumes.all / 100) * (settings.volumes.voice / 100);
  if (!wasTapped || !("speechSynthesis" in globalThis)) return;
  if (volume === 0 || document.hidden) return voice?.hush();
  voice ??= new Voice(speechSynthesis);
  voice.say(text, LANGUAGES[language()].tag, volume);
}

export function vibrate(kind: keyof typeof VIBRATION): void {
  if (settings.vibration && wasTapped && "vibrate" in navigator) navigator.vibrate(VIBRATION[kind]);
}
