/** How large a tag with figures is, so that others can keep clear of it. */
import { textWidth } from "../stage/letters";

export const TAG_SIZE = 14; // px, of its figures
export const TAG_HEIGHT = TAG_SIZE + 5;

export function tagWidth(text: string, size = TAG_SIZE): number {
  return textWidth(text, size, 700) + size * 0.9;
}
