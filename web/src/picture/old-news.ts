/**
 * Whether a picture shows what is known already. The table waits for its pictures, but not for every one: somebody comes
 * in mid-round by a way that nobody has watched by, or has a line that is slower than all others. A frame from before the
 * newest card is then not shown at all.
 */
const SLACK_MS = 150; // a frame stays on the screen after its clock was read

/** `knownAt`: of the newest card; `delay`: of the picture, null where nobody can tell. Both by the server's clock. */
export function isOldNews(now: number, delay: number | null, knownAt: number): boolean {
  return delay !== null && now - delay < knownAt - SLACK_MS;
}
