/** The light build of hls.js is the same player without subtitles and protection; its types are those of the whole. */
declare module "hls.js/light" {
  export { default } from "hls.js";
}
