/** Compares the schema for editors next to each configuration with the one of this version. */
import { printable } from "../../text/escape.js";
import { enumerate } from "../../text/quote.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { displayName } from "../../toolkit/read/host/host.js";
import { layerOfScope } from "../../toolkit/read/layers/layer.js";
import { editorSchema } from "../../toolkit/read/schema/editor/schema.js";
import { SCHEMA_NAME, schemaChange } from "../associate/schema-file.js";
import { layerDirectory } from "../layer-directory.js";
import { type Check, count, type Situation } from "./check.js";

export const schemaCopy: Check = {
  id: "schema",
  look: (situation) => {
    const { host, versions } = situation;
    const stale = SCOPES.flatMap((scope) => {
      const file = staleCopy(situation, scope);
      return file === undefined ? [] : [{ scope, file: displayName(host, file) }];
    });
    if (stale.length === 0) return { status: "ok", title: "every schema for editors is of this version", details: [] };
    const commands = stale.map(({ scope }) => RENEWING[scope]);
    return {
      status: "warning",
      title: `${count(stale.length, "schema")} for editors ${stale.length === 1 ? "is" : "are"} of another version`,
      details: stale.map(({ file }) => ({
        text: `${printable(file)}: not as agentcfg ${versions.agentcfg} writes it`,
        file,
      })),
      advice: `run ${enumerate(commands, "and")}, with your editor, such as vscode, for EDITOR`,
    };
  },
};

const SCOPES: readonly Scope[] = ["global", "project"];

const RENEWING: Readonly<Record<Scope, string>> = {
  global: "`agentcfg schema --associate EDITOR --editor global`",
  project: "`agentcfg schema --associate EDITOR`",
};

/** The copy that the command would update, in either draft; undefined without one. */
function staleCopy({ host, choice, layers, schemaText }: Situation, scope: Scope): string | undefined {
  const isFound = choice[scope] === undefined && layerOfScope(layers, scope) !== undefined;
  const directory = isFound ? layerDirectory(host, scope) : undefined;
  const file = directory && host.join(directory, SCHEMA_NAME);
  if (file === undefined || schemaText === undefined || host.kindOf(file) !== "file") return undefined;
  const changes = (["07", "2020-12"] as const).map((draft) =>
    schemaChange(host, file, editorSchema(schemaText, scope, draft)),
  );
  return changes.every(({ kind }) => kind === "write") ? file : undefined;
}
