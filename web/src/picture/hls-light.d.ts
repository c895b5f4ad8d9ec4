/** The light build of hls.js is the same player without subtitles and DRM, with the same types. */
declare module "hls.js/light" {
  export { default } from "hls.js";
}
