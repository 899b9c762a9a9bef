/** Chance as an argument. */
import { randomBytes } from "node:crypto";

export interface Random {
  /** So many bytes that nobody can foresee. */
  bytes(count: number): Uint8Array;
}

export const nodeRandom: Random = { bytes: (count) => randomBytes(count) };
