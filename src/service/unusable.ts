/** Why a file cannot be used: a layer, or a catalog. */
import { printable } from "../text/escape.js";
import { formatPath } from "../text/path.js";
import { quote } from "../text/quote.js";
import { Snapshot } from "../toolkit/judge/analysis/snapshot.js";
import { surroundingsOf } from "../toolkit/judge/analysis/surroundings.js";
import { NO_POLICIES } from "../toolkit/judge/policy/read.js";
import type { Host } from "../toolkit/read/host/host.js";
import type { Catalog, CatalogResult } from "../toolkit/read/layers/catalog.js";
import { type Layer, layerOf } from "../toolkit/read/layers/layer.js";

/**
 * Why a layer is unusable, or the command that reports it. `lint FILE` reports nothing about a file that is not read because of its place.
 */
export function whyUnusable(host: Host, layer: Layer): string {
  const { document, facts, sha256 } = layer;
  const [fact] = facts;
  if (sha256 !== undefined || fact === undefined)
    return `\`agentcfg lint ${printable(document.source.file)}\` says why`;
  return new Snapshot([layer], surroundingsOf(host, [layer], undefined, NO_POLICIES)).word(fact, layer).message;
}

type NoCatalog = Exclude<CatalogResult, { readonly catalog: Catalog }>;

/** The message that a file is not a catalog, with the reason. */
export function sayNoCatalog(host: Host, file: string, result: NoCatalog): string {
  return `cannot use the catalog ${printable(file)}: ${printable(whyNoCatalog(host, result))}`;
}

function whyNoCatalog(host: Host, result: NoCatalog): string {
  if ("reason" in result) return result.reason;
  const { fact } = result;
  const nothing = new Snapshot([], surroundingsOf(host, [], undefined, NO_POLICIES));
  const layer = layerOf("catalog", new Uint8Array(), "yaml", { scope: "global", file: undefined, sha256: undefined });
  const { message } = nothing.word(fact, layer);
  return "path" in fact.at ? `${message} at ${quote(formatPath(fact.at.path))}` : message;
}
