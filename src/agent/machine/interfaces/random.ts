/** Chance as an argument. */
import { randomBytes } from "node:crypto";

export interface Random {
  /** `count` unpredictable bytes. */
  bytes(count: number): Uint8Array;
}

export const nodeRandom: Random = { bytes: (count) => randomBytes(count) };

/** `count` unpredictable bytes, in hexadecimal. */
export function randomHex(random: Random, count: number): string {
  return Buffer.from(random.bytes(count)).toString("hex");
}
