/** Snapshots of texts, for the marks in them. */

import { Snapshot } from "../../src/toolkit/judge/analysis/snapshot.js";
import { surroundingsOf } from "../../src/toolkit/judge/analysis/surroundings.js";
import { NO_POLICIES } from "../../src/toolkit/judge/policy/read.js";
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { type Layer, layerOf } from "../../src/toolkit/read/layers/layer.js";
import { memoryHost } from "../machine/memory.js";

export const host = memoryHost({ files: {} });

const FILES = { global: "/home/user/.config/agent/config", project: "/repo/app/.agent/config" };

export function layerFrom(text: string, scope: Scope, format: Format = "yaml"): Layer {
  const bytes = Buffer.from(text);
  const file = `${FILES[scope]}.${format}`;
  return layerOf(file, bytes, format, { scope, file, sha256: () => host.sha256(bytes) });
}

export function snapshotOf(...layers: readonly Layer[]): Snapshot {
  return new Snapshot(layers, surroundingsOf(host, layers, undefined, NO_POLICIES));
}
