/** One layer: a text with a scope, brought to the current version and stripped of what is not its to say. Immutable. */
import type { Scope } from "../diagnostic/diagnostic.js";
import type { Finding } from "../diagnostic/finding.js";
import { type Document, type Format, formatOf, parse } from "../document/document.js";
import type { Json, Mapping } from "../document/node.js";
import { toValue } from "../document/node.js";
import type { Source } from "../document/source.js";
import { decode, MAX_SIZE, tooLarge } from "../document/text.js";
import { displayName, type Host } from "../host/host.js";
import type { Path } from "../text/path.js";
import { outOfScope, without } from "./scope.js";
import { upgradeTree } from "./upgrade.js";

export interface Layer {
  readonly scope: Scope;
  readonly document: Document;
  /** Absolute name of the file; undefined for a text that was handed in. */
  readonly file: string | undefined;
  /** Of the bytes that were read; undefined when they were not. */
  readonly sha256: string | undefined;
  /** The tree that counts: upgraded (S10) and scoped (S11), at its authored places. Undefined when the layer is unusable (S5). */
  readonly root: Mapping | undefined;
  /** What stood in it and is not its to say (S11). */
  readonly removed: readonly Path[];
  /** The plain data of `root`. */
  readonly value: Json | undefined;
}

/** What there is to say about a layer. */
export interface Examined {
  readonly layer: Layer;
  readonly findings: readonly Finding[];
}

/** A file that could not be read; `reason` completes "cannot read FILE: …". */
export interface Unreadable {
  readonly file: string;
  readonly reason: string;
}

/** Reads the file of a layer. */
export function readLayer(host: Host, file: string, scope: Scope): Layer | Unreadable {
  const name = displayName(host, file);
  const read = host.readFile(file, MAX_SIZE);
  switch (read.kind) {
    case "unreadable":
      return { file: name, reason: read.reason };
    case "too-large":
      return unusable({ file: name, text: "" }, tooLarge(), { scope, file, sha256: undefined });
    case "bytes":
      return layerOf(name, read.bytes, formatOf(file), { scope, file, sha256: host.sha256(read.bytes) });
  }
}

type Identity = Pick<Layer, "scope" | "file" | "sha256">;

/** The layer that some bytes are. */
export function layerOf(name: string, bytes: Uint8Array, format: Format, identity: Identity): Layer {
  if (bytes.length > MAX_SIZE) return unusable({ file: name, text: "" }, tooLarge(), identity);
  const { text, problem } = decode(bytes);
  if (problem !== undefined) return unusable({ file: name, text }, problem, identity);
  const document = parse({ file: name, text }, format);
  const upgraded = isUsable(document) ? upgradeTree(document) : undefined;
  const removed = upgraded && identity.scope === "project" ? outOfScope(upgraded) : [];
  const root = upgraded && without(upgraded, removed);
  return { ...identity, document, root, value: root && toValue(root), removed };
}

/** A layer without content, such as one that must not be read; the finding says why. */
export function unusable(source: Source, problem: Finding, identity: Identity): Layer {
  const document: Document = {
    source,
    format: formatOf(source.file),
    root: undefined,
    problems: [problem],
    leftOut: [],
  };
  return { ...identity, document, root: undefined, value: undefined, removed: [] };
}

/** A text with any mistake in reading it counts for nothing: which of two equal keys was meant, nobody knows (S5). */
function isUsable({ problems }: Document): boolean {
  return problems.every(({ rule }) => rule === "syntax/merge-key");
}

export function layerOfScope(layers: readonly Layer[], scope: Scope): Layer | undefined {
  return layers.find((layer) => layer.scope === scope);
}
