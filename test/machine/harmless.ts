/** Output that acts on nobody who reads it: no terminal, no reader of text, no CI system (I8). */
import { expect } from "vitest";
import type { Run } from "./run.js";

/** What no line of output may hold; `::: ` before a file is our own, and no command. */
export const ACTS = /^\s*::(?!: )|##(?:vso|teamcity)?\[|[^\P{Cc}\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}\u200b]/imu;

export function expectHarmless(args: readonly string[], { stdout, stderr }: Run): void {
  expect([args, ACTS.exec(stdout), ACTS.exec(stderr)]).toEqual([args, null, null]);
}
