/** The schema next to a first configuration, which its first line names. */
import type { Change } from "../../service/associate/change.js";
import { SCHEMA_NAME, schemaChange } from "../../service/associate/schema-file.js";
import { packageFile, SCHEMA_FILE } from "../../terminal/package-file.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { WritingHost } from "../../toolkit/read/host/host.js";
import { editorSchema } from "../../toolkit/read/schema/editor/schema.js";

/** The change of the schema in a directory; undefined if the schema is not installed. */
export function schemaIn(terminal: Terminal, scope: Scope, directory: string): Change | undefined {
  const text = packageFile(terminal, SCHEMA_FILE);
  if (text === undefined) return undefined;
  return schemaChange(terminal.host, terminal.host.join(directory, SCHEMA_NAME), editorSchema(text, scope, "07"));
}

/** Writes the schema; returns why it cannot be written, or undefined. */
export function writtenSchema(host: WritingHost, change: Change | undefined): string | undefined {
  if (change?.kind !== "write") return undefined;
  const { file, before, after } = change;
  return before === undefined ? host.createFile(file, after, true) : host.replaceFile(file, before, after);
}
