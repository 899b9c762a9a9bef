/** The place of a first configuration, or why it cannot be written. */
import { printable } from "../../text/escape.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { FORMATS, type Format } from "../../toolkit/read/document/formats.js";
import { displayName, type FileKind, type Host } from "../../toolkit/read/host/host.js";
import { isWrittenElsewhere } from "../../toolkit/read/layers/identity.js";
import { configFiles } from "../../toolkit/read/layers/places.js";
import { layerDirectory } from "../layer-directory.js";

/** A file that does not exist yet and its directory; or why it cannot be created. */
export type NewPlace = { readonly directory: string; readonly file: string } | { readonly why: string };

/** A second configuration in a directory, in any format, would make both unusable. */
export function newPlace(host: Host, scope: Scope, format: Format): NewPlace {
  const directory = layerDirectory(host, scope);
  if (directory === undefined) return { why: "there is no home directory outside the project for a global config" };
  const around = host.kindOf(directory);
  if (around === "link" || around === "file" || around === "other")
    return { why: `${printable(displayName(host, directory))} is ${around === "link" ? "a link" : "no directory"}` };
  const file = host.join(directory, `config${FORMATS[format].endings[0] ?? ""}`);
  if (scope === "project" && isWrittenElsewhere(host, file))
    return { why: `${printable(displayName(host, file))} would be reached through a symbolic link` };
  const [there] = configFiles(host, directory).flatMap((name) => {
    const kind = host.kindOf(name);
    return kind === undefined ? [] : [{ name, kind }];
  });
  if (there === undefined) return { directory, file };
  const shown = printable(displayName(host, there.name));
  if (there.kind === "unknown") return { why: `cannot see whether there is a ${shown}: permission denied` };
  return { why: `${shown} is already there${ASIDE[there.kind]} and stays as it is` };
}

const ASIDE: Readonly<Record<Exclude<FileKind, "unknown">, string>> = {
  file: "",
  directory: ", a directory,",
  link: ", a link,",
  other: ", not a regular file,",
};
