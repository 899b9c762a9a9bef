/** `--catalog`: the models and providers that the agent knows by itself. */
import { whyNoCatalog } from "../service/unusable.js";
import { printable } from "../text/escape.js";
import { type Catalog, readCatalog } from "../toolkit/read/layers/catalog.js";
import { complain, type Terminal } from "./terminal.js";

/** The catalog in a file; undefined without a file, `unusable` after reporting why it cannot be used. */
export async function openCatalog(
  terminal: Terminal,
  file: string | undefined,
): Promise<Catalog | "unusable" | undefined> {
  if (file === undefined) return undefined;
  const result = readCatalog(terminal.host, file);
  if ("catalog" in result) return result.catalog;
  await complain(
    terminal,
    `cannot use the catalog ${printable(file)}: ${printable(whyNoCatalog(terminal.host, result))}`,
  );
  return "unusable";
}
