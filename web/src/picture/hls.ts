/**
 * A picture by HLS: by hls.js, which is loaded only then and lets a patron choose the quality, or by the browser itself
 * where that cannot run.
 */
import { addressOf } from "../wire/addresses";
import type { Stream } from "./whep";

export type HlsStream = Stream & {
  /** Lines of each level, the lowest first; one level or none is no choice. */
  readonly heights: () => readonly number[];
  readonly choose: (height: number) => void;
  /** To the newest that may be played without a stutter. */
  readonly catchUp: () => void;
};

const CAUGHT_UP_SECONDS = 1;
const NO_CHOICE = {
  heights: (): readonly number[] => [],
  choose: (): void => undefined,
  catchUp: (): void => undefined,
};

/** Rejects where the browser can play none of it. */
export async function playHls(video: HTMLVideoElement, url: string, onFailed: () => void): Promise<HlsStream> {
  const from = url.startsWith("/") ? addressOf(url) : url;
  const { default: Hls } = await import("hls.js/light");
  if (!Hls.isSupported()) {
    if (!video.canPlayType("application/vnd.apple.mpegurl")) throw new Error("HLS cannot be played here");
    video.src = from;
    return { stop: () => video.removeAttribute("src"), ...NO_CHOICE };
  }
  const player = new Hls({
    lowLatencyMode: true,
    backBufferLength: 10,
    enableWorker: false,
    liveSyncDurationCount: 2,
    liveMaxLatencyDurationCount: 6, // what has fallen further behind jumps: the whole table waits for it
    maxLiveSyncPlaybackRate: 1.2, // and what is a little behind catches up
  });
  player.on(Hls.Events.ERROR, (_event, data) => {
    if (data.fatal) onFailed();
  });
  player.loadSource(from);
  player.attachMedia(video);
  return {
    stop: () => player.destroy(),
    heights: () => [...new Set(player.levels.map((level) => level.height))].sort((one, other) => one - other),
    choose: (height) => {
      player.currentLevel = height ? player.levels.findIndex((level) => level.height === height) : -1;
    },
    catchUp: () => {
      const newest = player.liveSyncPosition;
      if (newest !== null && newest - video.currentTime > CAUGHT_UP_SECONDS) video.currentTime = newest;
    },
  };
}
