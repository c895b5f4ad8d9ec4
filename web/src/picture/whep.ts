/**
 * A picture by WebRTC: one offer and one answer over HTTP (WHEP), then the browsers' own media. The session is deleted
 * at the end, so that nobody encodes for a page that is gone.
 */
import { addressOf } from "../wire/addresses";
import { ownHeaders } from "../wire/request";
import { askForCaptureTime, capturedAt } from "./capture-time";

const GATHERED_AFTER_MS = 800; // what is not known by then is not offered: there is no PATCH

export type Stream = {
  readonly stop: () => void;
  /** When the newest frame was taken, where the stream says so. */
  readonly capturedAt?: () => number | null;
};

/** Rejects when there is no answer; `onFailed` is called when a connection that stood breaks. */
export async function playWhep(video: HTMLVideoElement, url: string, onFailed: () => void): Promise<Stream> {
  const peer = new RTCPeerConnection();
  let session: string | null = null;
  const stop = (): void => {
    peer.close();
    video.srcObject = null;
    if (session) void fetch(session, { method: "DELETE", headers: headersFor(url), keepalive: true }).catch(() => null);
  };
  try {
    askForCaptureTime(peer.addTransceiver("video", { direction: "recvonly" }));
    peer.ontrack = ({ track, receiver }) => {
      if ("jitterBufferTarget" in receiver) receiver.jitterBufferTarget = 0; // as little as the network allows
      video.srcObject = new MediaStream([track]);
    };
    peer.onconnectionstatechange = () => {
      if (peer.connectionState === "failed") onFailed();
    };
    await peer.setLocalDescription(await peer.createOffer());
    await gathered(peer);
    const headers = { ...headersFor(url), "content-type": "application/sdp" };
    const answer = await fetch(addressFor(url), { method: "POST", headers, body: peer.localDescription?.sdp ?? "" });
    if (!answer.ok) throw new Error(`WHEP ${answer.status}`);
    const location = answer.headers.get("location");
    session = location && new URL(location, answer.url).href;
    await peer.setRemoteDescription({ type: "answer", sdp: await answer.text() });
  } catch (error) {
    stop();
    throw error;
  }
  return { stop, capturedAt: () => capturedAt(peer.getReceivers()[0] ?? {}) };
}

/** Our own streams stand under the floor's base path and take its token; others get neither. */
function addressFor(url: string): string {
  return url.startsWith("/") ? addressOf(url) : url;
}

function headersFor(url: string): Record<string, string> {
  return url.startsWith("/") ? ownHeaders() : {};
}

function gathered(peer: RTCPeerConnection): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, GATHERED_AFTER_MS);
    peer.onicegatheringstatechange = () => {
      if (peer.iceGatheringState !== "complete") return;
      clearTimeout(timer);
      done();
    };
  });
}
