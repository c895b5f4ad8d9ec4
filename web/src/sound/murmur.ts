/** The room around the table: a low, distant murmur of noise, off by default. */
const SECONDS = 4;

type Room = { readonly gain: GainNode; readonly source: AudioBufferSourceNode };

export function startMurmur(context: AudioContext): Room {
  const samples = context.sampleRate * SECONDS;
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  let level = 0;
  for (let place = 0; place < samples; place++) {
    level = 0.985 * level + 0.015 * (Math.random() * 2 - 1); // slow noise; nothing depends on it
    const fade = Math.min(1, place / 4000, (samples - place) / 4000); // a seamless loop
    data[place] = level * fade * 6;
  }
  const source = new AudioBufferSourceNode(context, { buffer, loop: true });
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: 380 });
  const gain = new GainNode(context, { gain: 0 });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
  return { gain, source };
}

export function setMurmur(context: AudioContext, room: Room, volume: number): void {
  room.gain.gain.setTargetAtTime(0.25 * volume, context.currentTime, 0.3);
}
