/** Ten times the entries of a valid configuration take ten times the work, counted in steps, and a tenth more for work that is not spread evenly. */
import { expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import { cases } from "../cases.js";
import { type MemoryHost, memoryHost } from "../machine/memory.js";
import { stepsOf } from "../steps.js";

const PROVIDER = "{ kind: { type: custom_beta_compatible }, url: https://p.test/v1, auth: { type: no_auth } }";

const MODEL = "{ provider: p, class: full, context_window: 1000 }";

/** A valid configuration with so many entries of a kind. */
type Grown = readonly [name: string, text: (count: number) => string];

const entries =
  (head: string, entry: (index: number) => string, tail: (count: number) => string = () => ""): Grown[1] =>
  (count) =>
    `version: 3\n${head}${Array.from({ length: count }, (_, index) => entry(index)).join("")}${tail(count)}`;

const KINDS: readonly Grown[] = [
  ["providers", entries("providers:\n", (n) => `  p${n}: ${PROVIDER}\n`)],
  ["models", entries(`providers:\n  p: ${PROVIDER}\nmodels:\n`, (n) => `  m${n}: ${MODEL}\n`)],
  [
    "servers",
    entries("mcp_servers:\n", (n) => `  s${n}: { transport: stdio, command: mcp, env: { LEVEL: "${n}" } }\n`),
  ],
  [
    "models, each the parent of the next",
    entries(`providers:\n  p: ${PROVIDER}\nmodels:\n  m0: ${MODEL}\n`, (n) => `  m${n + 1}: { inherits: m${n} }\n`),
  ],
  [
    "models, each the parent of the one before",
    entries(
      `providers:\n  p: ${PROVIDER}\nmodels:\n`,
      (n) => `  m${n}: { inherits: m${n + 1} }\n`,
      (count) => `  m${count}: ${MODEL}\n`,
    ),
  ],
];

const WORKS = [
  ["lint", (host: MemoryHost) => expect(lint({ host }).diagnostics).toEqual([])],
  ["load", async (host: MemoryHost) => expect((await load({ host })).ok).toBe(true)],
] as const;

test.each(KINDS.flatMap(([kind, text]) => WORKS.map(([name, work]) => [name, kind, text, work] as const)))(
  "%s: %s",
  async (_, __, text, work) => {
    const steps = (count: number): Promise<number> =>
      stepsOf(() => work(memoryHost({ files: { "~/.config/agent/config.yaml": text(count) } })));
    await steps(10);
    const [few, more, most] = [await steps(cases(100)), await steps(cases(1000)), await steps(cases(10_000))];
    expect(more).toBeLessThanOrEqual(11 * few);
    expect(most).toBeLessThanOrEqual(11 * more);
  },
);
