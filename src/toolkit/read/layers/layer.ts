/** One layer: a text with a scope, upgraded to the current version and without the settings that it may not make. Immutable. */
import { once } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import { enumerate } from "../../../text/quote.js";
import { keyAt } from "../diagnostic/anchor.js";
import type { Scope } from "../diagnostic/diagnostic.js";
import { decode, MAX_SIZE, TOO_LARGE } from "../document/encoding.js";
import { ENDINGS, type Format, foreignEnding, formatOf } from "../document/formats.js";
import { find, type Mapping } from "../document/node.js";
import { type Document, parse } from "../document/parse.js";
import type { Source } from "../document/source.js";
import { withoutPaths } from "../edit/change.js";
import { displayName, type Host } from "../host/host.js";
import { foreignTool, type Recognised } from "../other-tools/recognise.js";
import { configShape, pathsTo } from "../schema/shape.js";
import type { LayerFact, Stage } from "./facts.js";
import { isPermissionsFile } from "./places.js";
import { ageOf, upgradeTree, versionFacts } from "./upgrade.js";

export interface Layer {
  readonly scope: Scope;
  readonly document: Document;
  /** Absolute name of the file; undefined for a text from the caller. */
  readonly file: string | undefined;
  /** SHA-256 in hexadecimal of the bytes that were read; undefined without any. Linting alone never calls it. */
  readonly sha256: (() => string) | undefined;
  /**
   * The tree in effect: upgraded ([S10](../../../../docs/decisions.md#s10)) and scoped ([S11](../../../../docs/decisions.md#s11)), at its
   * authored places. Undefined for an unusable layer ([S5](../../../../docs/decisions.md#s5)).
   */
  readonly root: Mapping | undefined;
  /** The removed settings, which only the global layer may make ([S11](../../../../docs/decisions.md#s11)). */
  readonly removed: readonly Path[];
  /** The facts about this layer alone, except for the schema's. */
  readonly facts: readonly LayerFact[];
  /** Set for a file of permissions (P-S108), which has a scope like a configuration and no settings. */
  readonly isPermissions?: true;
}

/** An unreadable file; `reason` completes "cannot read FILE: …". */
export interface Unreadable {
  readonly file: string;
  readonly reason: string;
}

/** Why a file with another ending is neither read nor written (S6). */
export const FOREIGN_ENDING = `a configuration ends in ${enumerate(ENDINGS)}`;

/**
 * Reads the file of a layer; `realPath` is its real path. `forbid` returns why a real path must not be read: called before opening, and
 * again if another file was opened ([S37](../../../../docs/decisions.md#s37)).
 */
export function readLayer(
  host: Host,
  file: string,
  scope: Scope,
  forbid: (realPath: string) => LayerFact | undefined,
  realPath = host.realPath(file),
): Layer | Unreadable {
  const name = displayName(host, file);
  if (foreignEnding(file) !== undefined) return { file: name, reason: FOREIGN_ENDING };
  const forbidden = realPath === undefined ? undefined : forbid(realPath);
  if (forbidden !== undefined) return refused(host, file, scope, forbidden);
  const read = host.readFile(file, MAX_SIZE, realPath);
  switch (read.kind) {
    case "unreadable":
      return { file: name, reason: read.reason };
    case "too-large":
      return refused(host, file, scope, TOO_LARGE);
    case "bytes": {
      const fact = read.realPath === realPath ? undefined : forbid(read.realPath);
      if (fact !== undefined) return refused(host, file, scope, fact);
      return layerOf(
        name,
        read.bytes,
        formatOf(file),
        identityOf(
          scope,
          file,
          once(() => host.sha256(read.bytes)),
        ),
      );
    }
  }
}

/** A layer whose file is not read. */
export function refused(host: Host, file: string, scope: Scope, fact: LayerFact): Layer {
  return unusable({ file: displayName(host, file), text: "" }, fact, identityOf(scope, file, undefined));
}

export type Identity = Pick<Layer, "scope" | "file" | "sha256" | "isPermissions">;

function identityOf(scope: Scope, file: string, sha256: Layer["sha256"]): Identity {
  return { scope, file, sha256, ...kindOfLayer(file) };
}

/** Whether a file holds permissions: its name alone decides. */
export function kindOfLayer(file: string): Pick<Layer, "isPermissions"> {
  return isPermissionsFile(file) ? { isPermissions: true } : {};
}

export function layerOf(name: string, bytes: Uint8Array, format: Format, identity: Identity): Layer {
  try {
    return read(name, bytes, format, identity);
  } catch {
    return failedLayer(name, "reading", identity);
  }
}

function read(name: string, bytes: Uint8Array, format: Format, identity: Identity): Layer {
  if (bytes.length > MAX_SIZE) return unusable({ file: name, text: "" }, TOO_LARGE, identity);
  const { text, problem } = decode(bytes);
  if (problem !== undefined) return unusable({ file: name, text }, problem, identity);
  const document = parse({ file: name, text }, format);
  if (identity.isPermissions) return { ...identity, document, root: undefined, removed: [], facts: document.problems };
  const recognised = foreignTool(document);
  if (recognised !== undefined) return foreign(recognised, identity);
  const nothing = { ...identity, document, root: undefined, removed: [] };
  if (!isUsable(document)) return { ...nothing, facts: document.problems };
  const ownFacts = [...document.problems, ...versionFacts(document, identity.scope)];
  const upgraded = ageOf(document) === "newer" ? undefined : upgradeTree(document);
  // The keys of a later version are unknown (S30).
  if (upgraded === undefined) return { ...nothing, facts: ownFacts };
  const removed = identity.scope === "project" ? outOfScope(upgraded) : [];
  const facts = [...ownFacts, ...scopeFacts(upgraded, removed)];
  return { ...identity, document, root: withoutPaths(upgraded, removed), removed, facts };
}

/** A layer without content, such as one that must not be read; the fact gives the reason. */
export function unusable(source: Source, fact: LayerFact, identity: Identity): Layer {
  const format = formatOf(source.file);
  const document: Document = { source, format, root: undefined, problems: [], leftOut: [] };
  return { ...identity, document, root: undefined, removed: [], facts: [fact] };
}

/** A layer of unknown content, because an exception ended the work on it (S39). */
export function failedLayer(name: string, stage: Stage, { scope, file, sha256, isPermissions }: Identity): Layer {
  const fact = { kind: "unforeseen", at: { span: { start: 0, end: 0 } }, scope, stage } as const;
  return unusable({ file: name, text: "" }, fact, { scope, file, sha256, ...(isPermissions && { isPermissions }) });
}

/** A file of another tool: one fact, and no check of its content. */
function foreign({ document, tool, keySpan }: Recognised, identity: Identity): Layer {
  const facts = [{ kind: "other-tool", at: { span: keySpan }, tool: tool.name }] as const;
  return { ...identity, document, root: undefined, removed: [], facts };
}

/** Any mistake in reading a text makes it unusable. With two equal keys, for example, the intended one is unknown (S5). */
function isUsable({ problems }: Document): boolean {
  return problems.every(({ kind }) => kind === "merge-key");
}

export function layerOfScope(layers: readonly Layer[], scope: Scope): Layer | undefined {
  return layers.find((layer) => layer.scope === scope);
}

/** The places that only the global layer may set. */
const globalOnly = once(() => pathsTo(configShape, ({ schema }) => schema["x-scope"] === "global"));

/** The places of a project's tree that belong to the user alone (S11, spec 1): presence is enough, whatever the value. */
function outOfScope(root: Mapping): readonly Path[] {
  return globalOnly().filter((path) => find(root, path) !== undefined);
}

/** One fact for each such place. */
function scopeFacts(root: Mapping, removed: readonly Path[]): readonly LayerFact[] {
  return removed.map((path) => {
    const at = keyAt(...path);
    if (path.length > 1) return { kind: "global-setting", at };
    const node = find(root, path)?.node;
    return { kind: "global-only", at, isNull: node?.kind === "scalar" && node.value === null };
  });
}
