/** What the host knows of providers and models by itself (S16); the specification does not show the built-in ones. */
import { formatOf, parse } from "../document/document.js";
import { isObject, type Json, own, toValue } from "../document/node.js";
import { decode, MAX_SIZE } from "../document/text.js";
import type { EffectiveConfig } from "../generated/effective.js";
import type { Host } from "../host/host.js";
import { check } from "../schema/check.js";
import { formatPath } from "../text/path.js";
import { quote } from "../text/printable.js";

export interface Catalog {
  /** Providers by the name that `kind: { type: catalog, name }` gives. */
  readonly providers?: Readonly<Record<string, CatalogProvider>>;
  /** Models, with the fields of a configured one. An entry of the same name takes over every field that it does not set. */
  readonly models?: Readonly<Record<string, Partial<NonNullable<EffectiveConfig["models"]>[string]>>>;
}

export interface CatalogProvider {
  /** Base URL, where the host knows one. */
  readonly url?: string;
  /** The dialect it speaks: a value of `providers.<name>.protocol`. */
  readonly protocol?: string;
}

/** Reads a catalog from a file, `{ providers: {…}, models: {…} }` in YAML or JSON; or says why it is none. */
export function readCatalog(host: Host, file: string): Catalog | string {
  const read = host.readFile(file, MAX_SIZE);
  if (read.kind !== "bytes") return read.kind === "too-large" ? "it is larger than 1 MiB" : read.reason;
  const { text, problem } = decode(read.bytes);
  const { root, problems } = parse({ file, text }, formatOf(file));
  const [unread] = problem === undefined ? problems : [problem];
  if (root === undefined || unread !== undefined) return unread?.message ?? "it is not a mapping";
  return catalogOf(toValue(root));
}

/** A catalog from plain data; models are checked as configured ones are, without what only a whole model needs. */
export function catalogOf(value: Json): Catalog | string {
  if (!isObject(value)) return "it is not a mapping";
  const foreign = Object.keys(value).find((key) => key !== "providers" && key !== "models");
  if (foreign !== undefined) return `it holds ${quote(foreign)}; a catalog has \`providers\` and \`models\``;
  const [mistake] = check({ models: own(value, "models") ?? {} });
  if (mistake !== undefined)
    return `${mistake.message}${"path" in mistake.at ? ` at ${quote(formatPath(mistake.at.path))}` : ""}`;
  const providers = own(value, "providers") ?? {};
  const isSound =
    isObject(providers) &&
    Object.values(providers).every(
      (provider) => isObject(provider) && Object.values(provider).every((field) => typeof field === "string"),
    );
  return isSound ? (value as Catalog) : "each of its providers must be a mapping of texts";
}
