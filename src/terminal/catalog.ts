/** `--catalog`: what the agent knows of models and providers by itself. */
import { whyNoCatalog } from "../service/unusable.js";
import { printable } from "../text/escape.js";
import { type Catalog, readCatalog } from "../toolkit/read/layers/catalog.js";
import { complain, type Terminal } from "./terminal.js";

/** The catalog that a file holds; undefined without a file, `unusable` after saying why it is none. */
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
