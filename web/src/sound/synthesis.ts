/** Every sound of the table, synthesised: a few notes or a burst of noise, each under 400 ms. */
export type SoundName =
  | "chip"
  | "stack"
  | "sweep"
  | "slide"
  | "flip"
  | "paper"
  | "pip"
  | "slam"
  | "open"
  | "tick"
  | "close"
  | "natural"
  | "win_small"
  | "win_large"
  | "push"
  | "refused"
  | "good_road"
  | "attendant"
  | "lost"
  | "regained";

type Note = {
  readonly at: number;
  readonly hz: number;
  readonly ms: number;
  readonly gain: number;
  readonly wave: OscillatorType;
};
type Breath = {
  readonly at: number;
  readonly ms: number;
  readonly hz: number;
  readonly gain: number;
  readonly sharpness: number;
};
type Recipe = { readonly notes?: readonly Note[]; readonly breaths?: readonly Breath[] };

const note = (at: number, hz: number, ms: number, gain = 0.3, wave: OscillatorType = "sine"): Note => ({
  at,
  hz,
  ms,
  gain,
  wave,
});
const breath = (at: number, ms: number, hz: number, gain: number, sharpness = 1): Breath => ({
  at,
  ms,
  hz,
  gain,
  sharpness,
});

export const RECIPES: Readonly<Record<SoundName, Recipe>> = {
  chip: {
    notes: [note(0, 2100, 40, 0.22, "triangle"), note(18, 3200, 50, 0.12, "triangle")],
    breaths: [breath(0, 25, 4200, 0.35, 3)],
  },
  stack: {
    notes: [
      note(0, 1900, 40, 0.2, "triangle"),
      note(55, 2300, 40, 0.18, "triangle"),
      note(110, 2700, 50, 0.16, "triangle"),
    ],
    breaths: [breath(0, 25, 4000, 0.3, 3), breath(55, 25, 4400, 0.28, 3), breath(110, 25, 4800, 0.26, 3)],
  },
  sweep: { breaths: [breath(0, 320, 1400, 0.3, 0.8)] },
  slide: { breaths: [breath(0, 200, 2600, 0.26, 0.7)] },
  flip: { breaths: [breath(0, 45, 3400, 0.4, 1.6), breath(55, 50, 2200, 0.3, 1.4)] },
  paper: { breaths: [breath(0, 120, 5200, 0.18, 0.9)] },
  pip: { notes: [note(0, 2600, 18, 0.09, "triangle")], breaths: [breath(0, 14, 5200, 0.2, 4)] },
  slam: { notes: [note(0, 95, 130, 0.5)], breaths: [breath(0, 60, 900, 0.5, 0.8), breath(8, 40, 3200, 0.3, 1.2)] },
  open: { notes: [note(0, 523, 140), note(120, 784, 200)] },
  tick: { notes: [note(0, 1180, 45, 0.2, "square")] },
  close: { notes: [note(0, 784, 140), note(120, 523, 200)] },
  natural: { notes: [note(0, 659, 120), note(90, 880, 120), note(180, 1319, 200)] },
  win_small: { notes: [note(0, 784, 110), note(90, 988, 110), note(180, 1175, 190)] },
  win_large: {
    notes: [
      note(0, 523, 110),
      note(70, 659, 110),
      note(140, 784, 110),
      note(210, 1047, 180),
      note(210, 1319, 180, 0.2),
    ],
  },
  push: { notes: [note(0, 587, 120, 0.22), note(110, 587, 140, 0.22)] },
  refused: { notes: [note(0, 196, 130, 0.3, "triangle"), note(120, 175, 170, 0.3, "triangle")] },
  good_road: { notes: [note(0, 1047, 110, 0.18), note(100, 1397, 190, 0.18)] },
  attendant: { notes: [note(0, 988, 180, 0.22), note(170, 784, 220, 0.22)] },
  lost: { notes: [note(0, 440, 140, 0.22, "triangle"), note(130, 330, 220, 0.22, "triangle")] },
  regained: { notes: [note(0, 330, 140, 0.22, "triangle"), note(130, 440, 220, 0.22, "triangle")] },
};

export function sound(context: AudioContext, name: SoundName, volume: number): void {
  const { notes = [], breaths = [] } = RECIPES[name];
  for (const each of notes) playNote(context, each, volume);
  for (const each of breaths) playBreath(context, each, volume);
}

function playNote(context: AudioContext, { at, hz, ms, gain, wave }: Note, volume: number): void {
  const start = context.currentTime + at / 1000;
  const oscillator = new OscillatorNode(context, { type: wave, frequency: hz });
  oscillator.connect(envelope(context, start, ms, gain * volume));
  oscillator.start(start);
  oscillator.stop(start + ms / 1000 + 0.02);
}

function playBreath(context: AudioContext, { at, ms, hz, gain, sharpness }: Breath, volume: number): void {
  const start = context.currentTime + at / 1000;
  const samples = Math.ceil((context.sampleRate * ms) / 1000);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let place = 0; place < samples; place++) data[place] = Math.random() * 2 - 1; // only noise
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: hz, Q: sharpness });
  source.connect(filter).connect(envelope(context, start, ms, gain * volume));
  source.start(start);
}

/** Fast attack, soft release, so that nothing clicks. */
function envelope(context: AudioContext, start: number, ms: number, gain: number): GainNode {
  const node = new GainNode(context, { gain: 0 });
  node.gain.setValueAtTime(0, start);
  node.gain.linearRampToValueAtTime(gain, start + 0.004);
  node.gain.exponentialRampToValueAtTime(0.0001, start + ms / 1000);
  node.connect(context.destination);
  return node;
}
