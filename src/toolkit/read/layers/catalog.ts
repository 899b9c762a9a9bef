/** The providers and models that the host knows itself (S16); the specification does not list the built-in ones. */
import type { EffectiveConfig } from "../../../generated/effective.js";
import { isObject, type Json, own } from "../document/data.js";
import { decode, MAX_SIZE } from "../document/encoding.js";
import { formatOf } from "../document/formats.js";
import { fromData, toData } from "../document/node.js";
import { parse } from "../document/parse.js";
import type { Host } from "../host/host.js";
import { check } from "../schema/check.js";
import type { SchemaFact } from "../schema/facts.js";
import { placeOf } from "../schema/place.js";
import { configShape } from "../schema/shape.js";
import type { LayerFact } from "./facts.js";

/** A caller's models and providers in addition to the configuration ([S16](../../../../docs/decisions.md#s16)). */
export interface Catalog {
  /** Providers by the `name` of `kind: { type: catalog, name }`. */
  readonly providers?: Readonly<Record<string, CatalogProvider>>;
  /** Models, with the fields of configured models. A configured model of the same name inherits every field that it does not set. */
  readonly models?: Readonly<Record<string, Partial<NonNullable<EffectiveConfig["models"]>[string]>>>;
}

export interface CatalogProvider {
  /** Base URL, if the host knows one. */
  readonly url?: string;
  /** The dialect it speaks: a value of `providers.<name>.protocol`. */
  readonly protocol?: string;
}

/** A catalog, or the reason why it could not be read: `reason` for the file or its form, a fact for a value in it. */
export type CatalogResult =
  | { readonly catalog: Catalog }
  | { readonly reason: string }
  | { readonly fact: LayerFact | SchemaFact };

/** Reads a catalog from a file, `{ providers: {…}, models: {…} }` in any format; for any other file, the reason. */
export function readCatalog(host: Host, file: string): CatalogResult {
  const read = host.readFile(file, MAX_SIZE);
  if (read.kind !== "bytes") return { reason: read.kind === "too-large" ? "it is larger than 1 MiB" : read.reason };
  const { text, problem } = decode(read.bytes);
  const { root, problems } = parse({ file, text }, formatOf(file));
  const [fact] = problem === undefined ? problems : [problem];
  if (fact !== undefined) return { fact };
  return root === undefined ? { reason: "it is not a mapping" } : catalogOf(toData(root));
}

/** A catalog from plain data; models are checked like configured ones, except for keys that only a complete model needs. */
export function catalogOf(value: Json): CatalogResult {
  if (!isObject(value)) return { reason: "it is not a mapping" };
  const foreign = Object.keys(value).find((key) => key !== "providers" && key !== "models");
  if (foreign !== undefined)
    return { reason: `it contains \`${foreign}\`; a catalog has \`providers\` and \`models\`` };
  const [fact] = check(placeOf(fromData({ models: own(value, "models") ?? {} }), configShape));
  if (fact !== undefined) return { fact };
  const providers = own(value, "providers") ?? {};
  const isSound =
    isObject(providers) &&
    Object.values(providers).every(
      (provider) => isObject(provider) && Object.values(provider).every((field) => typeof field === "string"),
    );
  return isSound ? { catalog: value as Catalog } : { reason: "each of its providers must be a mapping of strings" };
}
