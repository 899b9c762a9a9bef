/** Names that a client makes: of operations and of prompts (P-S23). */
import type { Random } from "../../ports/random.js";

/** A random UUID, version 4. */
export function uuid(random: Random): string {
  const bytes = random.bytes(16);
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
