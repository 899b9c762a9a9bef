/** The layer that a command writes, whether its file exists or not, with the other layer. */
import { whyUnusable } from "../service/unusable.js";
import { openCatalog } from "../terminal/catalog.js";
import { EXIT } from "../terminal/command.js";
import { complain, type Terminal } from "../terminal/terminal.js";
import { printable } from "../text/escape.js";
import { type Inputs, including } from "../toolkit/judge/analysis/inputs.js";
import { readInputs } from "../toolkit/lint.js";
import type { Scope } from "../toolkit/read/diagnostic/diagnostic.js";
import { foreignEnding } from "../toolkit/read/document/formats.js";
import { displayName, type Host } from "../toolkit/read/host/host.js";
import { isGlobalFile } from "../toolkit/read/layers/identity.js";
import { FOREIGN_ENDING, type Layer, layerOfScope } from "../toolkit/read/layers/layer.js";
import { choiceOf } from "../toolkit/read/layers/locate.js";
import { newLayer } from "../toolkit/read/layers/new-layer.js";
import { ageOf } from "../toolkit/read/layers/upgrade.js";
import { sayUnreadable } from "./open.js";

export interface Target {
  readonly inputs: Inputs;
  readonly layer: Layer;
  /** Whether the file does not exist yet. */
  readonly isNew: boolean;
}

/** The layer to write, or the exit code after printing why there is none. `file`: instead of a search. */
export async function openTarget(
  terminal: Terminal,
  scope: Scope,
  { file, catalog: catalogFile }: { readonly file?: string | undefined; readonly catalog?: string | undefined },
): Promise<Target | number> {
  const { host } = terminal;
  const catalog = await openCatalog(terminal, catalogFile, complain);
  if (catalog === "unusable") return EXIT.usage;
  const misnamed = file === undefined ? undefined : misnomer(host, file);
  if (misnamed !== undefined) {
    await complain(terminal, misnamed);
    return EXIT.usage;
  }
  if (scope === "project" && file !== undefined && isGlobalFile(host, undefined, file)) {
    await complain(
      terminal,
      `${printable(displayName(host, file))} is the global config; use \`--global\` to change it`,
    );
    return EXIT.usage;
  }
  const choice = scope === "global" ? choiceOf(file, undefined) : choiceOf(undefined, file);
  const inputs = readInputs({ host, ...choice, ...(catalog && { catalog }) });
  if (inputs.unreadable.length > 0 && !isMissing(host, file)) return sayUnreadable(terminal, inputs.unreadable);
  const existing = layerOfScope(inputs.groups.flat(), scope);
  const layer = existing ?? newLayer(host, scope, file);
  if (layer === undefined) {
    await complain(
      terminal,
      "there is no home directory outside the project for a global config; `--file` names a file",
    );
    return EXIT.usage;
  }
  if (layer.root === undefined && ageOf(layer.document) !== "newer") {
    await complain(terminal, `${printable(layer.document.source.file)} ${whyNot(host, layer)}`);
    return EXIT.findings;
  }
  return { inputs: existing === undefined ? including(inputs, layer) : inputs, layer, isNew: existing === undefined };
}

/** A file of another tool at the place of this layer cannot be edited as a layer. */
function whyNot(host: Host, layer: Layer): string {
  const foreign = layer.facts.find((fact) => fact.kind === "other-tool");
  if (foreign === undefined) return `cannot be read as a configuration; ${whyUnusable(host, layer)}`;
  return `is a configuration of ${foreign.tool}; give it another name, then \`agentcfg import\` it under that name`;
}

/** Why no configuration can be created under a name: commands create directories in the standard places only. */
function misnomer(host: Host, file: string): string | undefined {
  const cannot = `cannot write ${printable(file)}`;
  if (foreignEnding(file) !== undefined) return `${cannot}: ${FOREIGN_ENDING}`;
  const directory = host.join(host.resolve(file), "..");
  const isNowhere = host.kindOf(directory) === undefined;
  return isNowhere ? `${cannot}: there is no directory ${printable(displayName(host, directory))}` : undefined;
}

function isMissing(host: Host, file: string | undefined): boolean {
  return file !== undefined && host.kindOf(host.resolve(file)) === undefined;
}
