/** Finds the place in another tool's file for a path of the translated configuration. */
import type { Path } from "../../text/path.js";
import type { Span } from "../read/diagnostic/diagnostic.js";
import { find, type Mapping } from "../read/document/node.js";
import type { Dialect, Dictionary } from "./dialects/dialect.js";
import type { Imported } from "./entries.js";

/** The meanings that each field of an entry comes from. A field with the name of its meaning is not listed. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  block_list: ["blocked_tools"],
  default_timeout_seconds: ["seconds", "milliseconds", "duration"],
  default_enabled: ["enabled", "disabled"],
  pass_env: ["passed_variables"],
  auth: ["key", "key_variable", "bearer_variable", "bearer", "auth_value", "auth_type", "client_id", "oauth"],
  kind: ["vendor", "package", "vendor_and_id"],
  provider_name: ["id", "vendor_and_id"],
  tool_loading: ["tools"],
};

/** The innermost known place: the value itself, its field, or the name of its entry; undefined outside of all entries. */
export function originOf(
  entries: readonly Imported[],
  root: Mapping,
  dialect: Dialect,
  [section, name, field = "", ...rest]: Path,
): Span | undefined {
  const entry = entries.find(({ path }) => path[0] === section && path[1] === name);
  if (entry === undefined) return undefined;
  const meanings = [String(field), ...(MEANINGS[field] ?? [])];
  for (const key of keysOf(dialect, meanings)) {
    const around = [...entry.from.path, ...key.split(".")];
    const whole = find(root, around)?.node;
    if (whole === undefined) continue;
    return (find(root, [...around, ...rest])?.node ?? whole).span;
  }
  return entry.from.span;
}

function keysOf({ servers, providers, models }: Dialect, meanings: readonly string[]): readonly string[] {
  const dictionaries: readonly (Dictionary<string> | undefined)[] = [
    ...[servers.keys, providers?.keys, providers?.models, models?.keys],
  ];
  return dictionaries.flatMap((keys = {}) => Object.keys(keys).filter((key) => meanings.includes(keys[key] ?? "")));
}
