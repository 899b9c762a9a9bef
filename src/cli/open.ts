/** Opens the layers and their merged configuration, for most commands. Resolves no variable and runs no command. */
import { whyUnusable } from "../service/unusable.js";
import { openCatalog } from "../terminal/catalog.js";
import { EXIT } from "../terminal/command.js";
import { complain, type Terminal } from "../terminal/terminal.js";
import { printable } from "../text/escape.js";
import { PATH_FORMS, type Path, parsePath } from "../text/path.js";
import { enumerate, quote } from "../text/quote.js";
import { policyFaults } from "../toolkit/judge/analysis/policy-faults.js";
import { Snapshot } from "../toolkit/judge/analysis/snapshot.js";
import { surroundingsOf } from "../toolkit/judge/analysis/surroundings.js";
import { NO_POLICIES, type Policies, readPolicies, type UnusablePolicy } from "../toolkit/judge/policy/read.js";
import { withSuggestion } from "../toolkit/judge/report/advice.js";
import { displayName, type Host } from "../toolkit/read/host/host.js";
import type { Choice } from "../toolkit/read/layers/choice.js";
import type { Unreadable } from "../toolkit/read/layers/layer.js";
import { locate, searchedDirectories } from "../toolkit/read/layers/locate.js";
import { readLayers } from "../toolkit/read/layers/read.js";

/** `--global`, `--project`, `--no-global`, `--no-project`, `--catalog`, `--untrusted`, `--policy`. */
export interface LayerFlags extends Choice {
  readonly catalog?: string;
  readonly untrusted?: boolean;
  readonly policy?: string;
}

/**
 * The configuration, or the exit code after printing why it is missing. `files`: the caller needs each layer, usable or not; `if-any`: no
 * layers are a configuration, too.
 */
export async function openConfiguration(
  terminal: Terminal,
  flags: LayerFlags,
  want: "in-effect" | "files" | "if-any" = "in-effect",
): Promise<Snapshot | number> {
  const { host } = terminal;
  const policies = await openPolicies(terminal, flags.policy);
  if (policies === "unusable") return EXIT.usage;
  const { layers, unreadable } = readLayers(host, locate(host, flags), "hand-over");
  if (unreadable.length > 0) return sayUnreadable(terminal, unreadable);
  if (layers.length === 0 && want !== "if-any") return sayNoConfig(terminal, flags);
  for (const layer of layers) {
    const { root, document, scope } = layer;
    if (root !== undefined) continue;
    const file = printable(document.source.file);
    await complain(terminal, `${file}: the ${scope} layer is not used; ${whyUnusable(terminal.host, layer)}`);
    // With an unusable global layer, the project is not used either (S5).
    if (scope === "global" && want !== "files") return EXIT.findings;
  }
  const catalog = await openCatalog(terminal, flags.catalog, complain);
  if (catalog === "unusable") return EXIT.usage;
  return new Snapshot(layers, surroundingsOf(host, layers, catalog, policies));
}

/** The policies in force; `unusable` after printing the mistakes of one that cannot be used. */
export async function openPolicies(terminal: Terminal, named: string | undefined): Promise<Policies | "unusable"> {
  const policies = readPolicies(terminal.host, named);
  if (policies.unusable.length === 0) return policies;
  for (const one of policies.unusable) await sayUnusable(terminal, one);
  return "unusable";
}

async function sayUnusable(terminal: Terminal, policy: UnusablePolicy): Promise<void> {
  const { document, reason = "", isMissing } = policy;
  if (isMissing) {
    await sayUnreadable(terminal, [{ file: document.source.file, reason }]);
    return;
  }
  for (const fault of policyFaults(terminal.host, { ...NO_POLICIES, unusable: [policy] })) {
    const { line, column } = fault.range.start;
    await complain(terminal, `${printable(fault.file)}:${line}:${column}: ${withSuggestion(fault)}`);
  }
}

/** Prints the searched places, and how to write a configuration; returns the exit code. */
export async function sayNoConfig(terminal: Terminal, choice: Choice): Promise<number> {
  await complain(terminal, whyNoConfig(terminal.host, choice));
  return EXIT.noConfig;
}

export function whyNoConfig(host: Host, choice: Choice): string {
  const directories = searchedDirectories(host, choice).map((directory) => printable(displayName(host, directory)));
  if (directories.length === 0) return "no configuration: the options leave out both layers";
  return `no configuration found in ${enumerate(directories)}; \`agentcfg init\` writes one`;
}

export async function sayUnreadable(terminal: Terminal, unreadable: readonly Unreadable[]): Promise<number> {
  for (const { file, reason } of unreadable) await complain(terminal, `cannot read ${printable(file)}: ${reason}`);
  return EXIT.usage;
}

/** The path of an argument, or undefined after reporting that it is not a path. */
export async function readPath(terminal: Terminal, text: string): Promise<Path | undefined> {
  const path = parsePath(text);
  if (path === undefined) await complain(terminal, `${quote(text)} is not a path; write one as ${PATH_FORMS}`);
  return path;
}
