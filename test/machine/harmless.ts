/** Output that has no effect on its reader, be it a terminal, a person or a CI system (I8). */
import { expect } from "vitest";
import type { Run } from "./run.js";

/** Text that no line of output may hold; `::: ` before a file is our own, and no command. */
export const ACTS = /^\s*::(?!: )|##(?:vso|teamcity)?\[|[^\P{Cc}\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}\u200b]/imu;

export function expectHarmless(args: readonly string[], { stdout, stderr }: Run): void {
  expect([args, ACTS.exec(stdout), ACTS.exec(stderr)]).toEqual([args, null, null]);
}
