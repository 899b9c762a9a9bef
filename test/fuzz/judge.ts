/** Properties that hold for all layers. Throws where one does not. */
import { expect } from "vitest";
import { fix } from "../../src/toolkit/fix.js";
import { lint } from "../../src/toolkit/lint.js";
import { type LoadResult, load } from "../../src/toolkit/load.js";
import { answer, ENV, isGlobalOnly } from "../arbitrary/pair.js";
import { expectHarmless } from "../machine/harmless.js";
import { expectUnseen } from "../machine/layered.js";
import { runHere } from "../machine/run.js";
import { expectSound } from "../report/sound.js";
import { type Case, machineOf } from "./case.js";
import { judgeGrowth } from "./growth.js";
import { judgeLinks } from "./links.js";
import { expectedLeaves } from "./model.js";

/** In every variable, and in what every command prints. */
const CANARY = "CANARY";

const COMMANDS: readonly (readonly string[])[] = [
  ["lint", "--format", "json"],
  ["lint", "--diff", "--unsafe-fixes"],
  ["show", "--origin", "--defaults"],
  ["show", "--format", "json"],
  ["explain", ""],
  ["models", "--format", "json"],
  ["plan"],
  ["review", "--format", "json"],
  ["review", "--format", "markdown"],
  ["show", "--untrusted"],
  ["upgrade", "--diff"],
];

export async function judge(tried: Case): Promise<void> {
  if (tried.links !== undefined) return judgeLinks(tried);
  if (tried.grown !== undefined) return judgeGrowth(tried);
  expectSoundLint(tried);
  await expectOwnLoad(tried);
  expectOwnFixes(tried);
  await expectAsModelled(tried);
  await expectQuietCommands(tried);
}

/** I4, I6, I8: the report is sound, nothing runs, nothing is shown. */
function expectSoundLint(tried: Case): void {
  const host = machineOf(tried);
  const result = lint({ host });
  expectSound(result);
  expectUnseen(CANARY, result);
  expect(host.commands).toEqual([]);
}

/** I1, I2: a project changes nothing that is the user's alone, and adds no command. */
async function expectOwnLoad(tried: Case): Promise<void> {
  const host = machineOf(tried);
  const result = await load({ host });
  expectSound(result.findings());
  expectUnseen(CANARY, result);
  if (tried.global === undefined) expect(host.commands).toEqual([]);
  else {
    const lone = machineOf({ global: tried.global });
    const alone = await load({ host: lone });
    if (!alone.ok) return;
    expect(lone.commands).toEqual(expect.arrayContaining([...host.commands]));
    if (result.ok) expect(ownPart(result)).toEqual(ownPart(alone));
  }
}

/** Layers without a mistake load as an independent model computes them. */
async function expectAsModelled(tried: Case): Promise<void> {
  const result = await load({ host: machineOf(tried) });
  if (!result.ok || result.diagnostics.some(({ severity }) => severity === "error")) return;
  const expected = expectedLeaves(tried.global, tried.project, { env: ENV, answer });
  if (expected === undefined) return;
  const written = [...leavesOf(result.config)].filter(([path]) => result.origin(path)?.layer !== "default");
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(expected));
}

function* leavesOf(value: unknown, path = ""): Generator<readonly [path: string, value: unknown]> {
  if (typeof value !== "object" || value === null) yield [path, value];
  else
    for (const [key, child] of Object.entries(value))
      yield* leavesOf(child, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
}

function ownPart({ config }: LoadResult): unknown {
  return Object.fromEntries(Object.entries({ ...config }).filter(([key]) => isGlobalOnly(key)));
}

/** I10: a project changes nothing in the text of the global file. */
function expectOwnFixes(tried: Case): void {
  for (const unsafe of [false, true]) {
    const both = fix({ host: machineOf(tried), unsafe });
    expectSound(both.after);
    if (tried.global === undefined) continue;
    const alone = fix({ host: machineOf({ global: tried.global }), unsafe });
    expect(globalText(both)).toBe(globalText(alone));
  }
}

function globalText({ fixed }: ReturnType<typeof fix>): string | undefined {
  return fixed.find(({ before }) => before.scope === "global")?.text;
}

async function expectQuietCommands(tried: Case): Promise<void> {
  for (const args of COMMANDS) {
    const host = machineOf(tried);
    const said = await runHere(args, host);
    expect([args, said.stderr]).toEqual([args, expect.not.stringContaining("internal error")]);
    expect([args, said.stdout + said.stderr]).toEqual([args, expect.not.stringContaining(CANARY)]);
    expect([args, host.commands]).toEqual([args, []]);
    // A diff keeps tabs, carriage returns and a byte order mark: it is made to be applied.
    if (!args.includes("--diff")) expectHarmless(args, said);
    if (args.includes("json") && said.stdout !== "") JSON.parse(said.stdout);
  }
}
