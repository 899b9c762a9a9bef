/** `--catalog`: the models and providers that the agent itself knows. */
import { sayNoCatalog } from "../service/unusable.js";
import { type Catalog, readCatalog } from "../toolkit/read/layers/catalog.js";
import type { Terminal } from "./terminal.js";

/** The catalog in a file; undefined without a file, `unusable` after `complain` has printed the reason. */
export async function openCatalog(
  terminal: Terminal,
  file: string | undefined,
  complain: (terminal: Terminal, message: string) => Promise<void>,
): Promise<Catalog | "unusable" | undefined> {
  if (file === undefined) return undefined;
  const result = readCatalog(terminal.host, file);
  if ("catalog" in result) return result.catalog;
  await complain(terminal, sayNoCatalog(terminal.host, file, result));
  return "unusable";
}
