/** How often loading computes its costly parts: once for each snapshot, and once more for what substitutions changed. */
import { expect, test } from "vitest";
import { load } from "../../src/toolkit/load.js";
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

test("load merges and judges each snapshot once, and judges again only what substitutions changed", async () => {
  expect(await counts(() => load({ host: hostWith(alone) }))).toEqual([1, 1, 0]);
  expect(await counts(() => load({ host: hostWith(both) }))).toEqual([2, 2, 0]);
  expect(await counts(() => load({ host: hostWith(withVariable, { KEY: "k" }) }))).toEqual([2, 3, 0]);
});

test("what an untrusted project may not change takes one more merge", async () => {
  const untrusted = { projectTrust: "untrusted" } as const;
  expect(await counts(() => load({ host: hostWith(both), ...untrusted }))).toEqual([3, 3, 0]);
});
