/** How often the costly parts of a run are computed: once for a snapshot, and once for the snapshot below a project. */
import { expect, test } from "vitest";
import { fix } from "../../src/toolkit/fix.js";
import { rewritten } from "../../src/toolkit/judge/analysis/rewrite.js";
import type { Run } from "../../src/toolkit/judge/analysis/run.js";
import { lint, lintRun } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import type { Layer } from "../../src/toolkit/read/layers/layer.js";
import { memoryHost } from "../machine/memory.js";
import { callsOf } from "../steps.js";

const GLOBAL = `version: 3
providers:
  acme:
    kind: { type: custom_beta_compatible }
    url: https://acme.example/v1
    auth: { type: static_key, format: bearer_token, key: KEY }
models:
  acme/big: { provider: acme, class: full, context_window: 9000 }
defaults: { full: acme/big }
`;
/** A change of a program, which an untrusted project does not make. */
const PROJECT = "version: 3\nmcp_servers: { s: { transport: stdio, command: s-mcp } }\n";

const MERGE = "mean/configuration/merge:merge";
const RULES = "judge/rules/run:runRules";
const DIAGNOSTICS = "judge/analysis/snapshot:diagnosticsOf";

/** Merges, runs of the rules, and lists of diagnostics during some work. */
async function counts(work: () => unknown): Promise<readonly number[]> {
  const calls = await callsOf([MERGE, RULES, DIAGNOSTICS], work);
  return [calls[MERGE], calls[RULES], calls[DIAGNOSTICS]];
}

const hostWith = (files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) =>
  memoryHost({ files, env });

const alone = { "~/.config/agent/config.yaml": GLOBAL };
const both = { ...alone, ".agent/config.yaml": PROJECT };
const withVariable = { ...both, "~/.config/agent/config.yaml": GLOBAL.replace("KEY", '"${KEY}"') };

test("lint merges and judges each snapshot once, and makes its diagnostics once", async () => {
  expect(await counts(() => lint({ host: hostWith(alone) }))).toEqual([1, 1, 1]);
  expect(await counts(() => lint({ host: hostWith(both) }))).toEqual([2, 2, 1]);
});

test("after an edit of the project, what is known of the global layer stays, and after one of the global layer both are judged again", async () => {
  const run = lintRun({ host: hostWith(both) });
  const [global, project] = run.inputs.groups.flat();
  if (global === undefined || project === undefined || run.result.layers.length !== 2)
    throw new Error("both are there");
  const edited = (layer: Layer): Run => {
    const { document } = layer;
    return run.replacing(new Map([[layer, rewritten(layer, `${document.source.text}# edited\n`, () => "")]]));
  };
  expect(await counts(() => edited(project).result)).toEqual([1, 1, 1]);
  expect(await counts(() => edited(global).result)).toEqual([2, 2, 1]);
});

test("load merges and judges each snapshot once, and judges again only what substitutions changed", async () => {
  expect(await counts(() => load({ host: hostWith(alone) }))).toEqual([1, 1, 0]);
  expect(await counts(() => load({ host: hostWith(both) }))).toEqual([2, 2, 0]);
  expect(await counts(() => load({ host: hostWith(withVariable, { KEY: "k" }) }))).toEqual([2, 3, 0]);
});

test("what an untrusted project may not change takes one more merge", async () => {
  const untrusted = { projectTrust: "untrusted" } as const;
  expect(await counts(() => load({ host: hostWith(both), ...untrusted }))).toEqual([3, 3, 0]);
});

test("fix judges the global file alone and the pair, and each once where there is nothing to mend", async () => {
  const fixed = async (): Promise<unknown> => fix({ host: hostWith(both) }).after;
  expect(await counts(fixed)).toEqual([3, 3, 2]);
});

/** Each has a safe fix; that of the first provider shows that it lacks a `url`. */
const MISTAKEN = `version: 3
defaults: { fulll: m }
providers:
  p: { kind: { type: custom_beta_compatable } }
models:
  m: { provider: p, class: full, context_window: 1000, max_tokns: 500 }
mcp_servers:
  a: { transport: stdio, comand: a-mcp }
  b: { transport: stdio, comand: b-mcp }
daemon: { log_level: inf }
`;

test("a fix that shows another mistake is found with two runs more: it is in the entry of that mistake", async () => {
  const host = hostWith({ "~/.config/agent/config.yaml": MISTAKEN });
  let fixed = 0;
  const calls = await callsOf([RULES], () => {
    fixed = fix({ host }).fixed.reduce((sum, { titles }) => sum + titles.length, 0);
  });
  // Before any fix; with all fixes, those of the other entries, and that one.
  expect([fixed, calls[RULES]]).toEqual([6, 4]);
});
