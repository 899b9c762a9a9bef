/** The schema beside a first configuration, so that the line that names it leads somewhere. */
import type { Change } from "../../service/associate/change.js";
import { SCHEMA_NAME, schemaChange } from "../../service/associate/schema-file.js";
import { packageFile, SCHEMA_FILE } from "../../terminal/package-file.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Host } from "../../toolkit/read/host/host.js";
import { editorSchema } from "../../toolkit/read/schema/editor/schema.js";

/** What is to become of the schema in a directory; undefined where it is not installed. */
export function schemaIn(terminal: Terminal, scope: Scope, directory: string): Change | undefined {
  const text = packageFile(terminal, SCHEMA_FILE);
  if (text === undefined) return undefined;
  return schemaChange(terminal.host, terminal.host.join(directory, SCHEMA_NAME), editorSchema(text, scope, "07"));
}

/** Why it cannot be written, if that is so. */
export function writtenSchema(host: Host, change: Change | undefined): string | undefined {
  if (change?.kind !== "write") return undefined;
  const { file, before, after } = change;
  return before === undefined ? host.createFile(file, after, true) : host.replaceFile(file, before, after);
}
