/**
 * Plays a table's picture in a video element: WebRTC first, HLS when that fails or nothing comes, and again from the
 * start after a while when neither does. It knows when the picture stands still, and how late it is: by the clock in it,
 * and by the capture time where the stream carries one.
 */
import { delayOf } from "./capture-time";
import { readStrip, stripOf } from "./clock-strip";
import { playHls, type HlsStream } from "./hls";
import type { Way } from "./picture-reports";
import { playWhep, type Stream } from "./whep";

export type Addresses = { readonly whep: string | null; readonly hls: string | null };
export type Condition = "loading" | "playing" | "stalled" | "failed";

const FIRST_FRAME_MS = 6_000; // after which the other way is tried
const STALLED_AFTER_MS = 4_000;
const GIVEN_UP_AFTER_MS = 12_000; // of standing still
const AGAIN_AFTER_MS = 20_000;
const LOOKS_EVERY_MS = 500;

export class PicturePlayer {
  condition = $state<Condition>("loading");
  by = $state<Way | null>(null);
  delayMs = $state<number | null>(null); // as measured; null: neither picture nor stream says
  heights = $state<readonly number[]>([]); // to choose from

  private video: HTMLVideoElement | null = null;
  private addresses: Addresses = { whep: null, hls: null };
  private stream: Stream | null = null;
  private hls: HlsStream | null = null;
  private isOver = false;
  private attempt = 0; // answers to an earlier one count no more
  private moved = { at: 0, frames: 0, time: 0 };
  private height = 0;
  private readonly canvas = document.createElement("canvas");

  constructor(private readonly now: () => number) {}

  /** Until the returned function is called. */
  start(video: HTMLVideoElement, addresses: Addresses): () => void {
    this.video = video;
    this.addresses = addresses;
    this.isOver = false;
    this.play(addresses.whep ? "whep" : "hls");
    const timer = setInterval(() => this.look(), LOOKS_EVERY_MS);
    return () => {
      this.isOver = true;
      clearInterval(timer);
      this.stop();
    };
  }

  /** The lines of the picture; 0: whatever the network allows. */
  choose(height: number): void {
    this.height = height;
    this.hls?.choose(height);
  }

  /** A picture that is later than it has to be jumps. */
  catchUp(): void {
    this.hls?.catchUp();
  }

  private play(by: Way): void {
    this.stop();
    this.attempt += 1;
    const [video, url, attempt] = [this.video, this.addresses[by], this.attempt];
    if (!video || !url) {
      this.fail();
      return;
    }
    this.by = by;
    this.condition = "loading";
    this.delayMs = null;
    this.moved = { at: Date.now(), frames: 0, time: video.currentTime };
    const onFailed = (): void => {
      if (attempt === this.attempt) this.giveUp();
    };
    const playing = by === "whep" ? playWhep(video, url, onFailed) : playHls(video, url, onFailed);
    void playing.then((stream) => this.began(stream, attempt)).catch(onFailed);
  }

  private began(stream: Stream | HlsStream, attempt: number): void {
    if (this.isOver || attempt !== this.attempt) {
      stream.stop();
      return;
    }
    this.stream = stream;
    this.hls = "choose" in stream ? stream : null;
    this.hls?.choose(this.height);
    void this.video?.play().catch(() => undefined); // a browser that asks for a tap first shows its own sign
  }

  private giveUp(): void {
    if (this.by === "whep" && this.addresses.hls) this.play("hls");
    else this.fail();
  }

  private fail(): void {
    this.stop();
    this.attempt += 1;
    const attempt = this.attempt;
    this.condition = "failed";
    setTimeout(() => {
      if (!this.isOver && attempt === this.attempt) this.play(this.addresses.whep ? "whep" : "hls");
    }, AGAIN_AFTER_MS);
  }

  private stop(): void {
    this.stream?.stop();
    this.stream = this.hls = null;
    this.heights = [];
  }

  /** A picture that has not moved for a while stands still, whatever the browser reports. */
  private look(): void {
    const video = this.video;
    if (!video || this.condition === "failed") return;
    const [frames, time] = [video.getVideoPlaybackQuality?.().totalVideoFrames ?? 0, video.currentTime];
    const moves = frames !== this.moved.frames || (frames === 0 && time !== this.moved.time);
    if (moves) this.moved = { at: Date.now(), frames, time };
    const still = Date.now() - this.moved.at;
    if (moves && video.videoWidth > 0) this.condition = "playing";
    else if (this.condition === "playing" && still > STALLED_AFTER_MS) this.condition = "stalled";
    else if (this.condition === "loading" && still > FIRST_FRAME_MS) this.giveUp();
    else if (this.condition === "stalled" && still > GIVEN_UP_AFTER_MS) this.giveUp();
    const heights = this.hls?.heights() ?? [];
    if (heights.join() !== this.heights.join()) this.heights = heights;
    if (moves) this.measure(video);
  }

  private measure(video: HTMLVideoElement): void {
    const [pixels, now] = [stripOf(video, this.canvas), Math.round(this.now())];
    const inPicture = pixels && readStrip(pixels, now);
    this.delayMs = delayOf(now, inPicture, this.stream?.capturedAt?.() ?? null) ?? this.delayMs;
  }
}
