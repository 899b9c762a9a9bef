/**
 * The user's settings for every `agentcfg lint`, unless an option overrides them: `lint.yaml` in the directory `agentcfg` next to that of
 * the global layer, with options as keys. A project cannot change them: within the repository, the file does not count.
 */
import { printable } from "../../../text/escape.js";
import { shortened } from "../../../text/quote.js";
import { decode } from "../../read/document/encoding.js";
import type { ReadingFact } from "../../read/document/facts.js";
import { type Document, parse } from "../../read/document/parse.js";
import { positionOf } from "../../read/document/source.js";
import { displayName, type Host, repositoryOf } from "../../read/host/host.js";
import { isConfigInProject } from "../../read/layers/identity.js";
import { layerOf } from "../../read/layers/layer.js";
import { Snapshot } from "../analysis/snapshot.js";
import { surroundingsOf } from "../analysis/surroundings.js";
import { NO_POLICIES } from "../policy/read.js";
import { settingsFile } from "./settings-file.js";
import { type Settings, settingOf } from "./settings-values.js";

/** `outside`: the file lies in the repository and is ignored. `reasons`: lines about its mistakes. */
type Outcome = { readonly settings: Settings } | { readonly outside: string } | { readonly reasons: readonly string[] };

/** The largest settings file, in bytes. */
const LIMIT = 256 * 1024;

/** `files`: the files to check. */
export function readSettings(host: Host, files: readonly string[]): Outcome {
  const file = settingsFile(host);
  if (file === undefined || host.kindOf(file) === undefined) return { settings: {} };
  const name = printable(displayName(host, file));
  if (isOfProject(host, files)) return { outside: name };
  const read = host.readFile(file, LIMIT);
  if (read.kind !== "bytes")
    return { reasons: [`cannot read ${name}: ${read.kind === "too-large" ? "it is too large" : read.reason}`] };
  const { text, problem } = decode(read.bytes);
  const document = parse({ file: displayName(host, file), text }, "yaml");
  const problems = problem === undefined ? document.problems : [problem];
  const faults = problems.map((fact) => fault(document, startOf(fact), worded(host, fact)));
  if (document.root === undefined || faults.length > 0) return { reasons: faults };
  const reasons: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [key, entry] of document.root.entries) {
    const setting = settingOf(key, entry);
    if ("reason" in setting) reasons.push(fault(document, setting.at.start, setting.reason));
    else settings[setting.flag] = setting.value;
  }
  return reasons.length > 0 ? { reasons } : { settings };
}

/** As with the global layer: the directory for the configurations of all programs. */
function isOfProject(host: Host, files: readonly string[]): boolean {
  return isConfigInProject(host, "agentcfg", [undefined, ...files.map((file) => repositoryOf(host, file))]);
}

function startOf({ at }: ReadingFact): number {
  return "span" in at ? at.span.start : 0;
}

function fault({ source }: Document, offset: number, reason: string): string {
  const { line, column } = positionOf(source, offset);
  return `${printable(source.file)}:${line}:${column}: ${shortened(reason)}`;
}

function worded(host: Host, fact: ReadingFact): string {
  const layer = layerOf("lint.yaml", new Uint8Array(), "yaml", {
    ...{ scope: "global", file: undefined, sha256: undefined },
  });
  return new Snapshot([layer], surroundingsOf(host, [layer], undefined, NO_POLICIES)).word(fact, layer).message;
}
