/** The input of a run: the layers, and what they are judged with. */
import type { Diagnostic } from "../../read/diagnostic/diagnostic.js";
import type { Stage } from "../../read/layers/facts.js";
import type { Layer, Unreadable } from "../../read/layers/layer.js";
import type { Policies } from "../policy/read.js";
import type { Fact } from "../rules/fact.js";
import type { Finding } from "../rules/run.js";
import type { Judged } from "./diagnose.js";
import { unjudged } from "./rewrite.js";
import type { Snapshot } from "./snapshot.js";
import type { Surroundings } from "./surroundings.js";

/** Judges files of permissions (P-S108). */
export interface PermissionJudge {
  /** The findings about the wanted ones of the files that are read together; `snapshot`: of the configurations beside them. */
  readonly judge: (layers: readonly Layer[], wanted: ReadonlySet<Layer>, snapshot: Snapshot) => readonly Judged[];
  /** The finding for a fact about a file. */
  readonly wordsAbout: (layer: Layer) => (fact: Fact) => Finding;
}

/** The layers of a run, and which of them it reports on. */
export interface Inputs {
  /** Layers to read together, each group with the global layer first. */
  readonly groups: readonly (readonly Layer[])[];
  /** The layers whose diagnostics are wanted. */
  readonly reported: readonly Layer[];
  readonly unreadable: readonly Unreadable[];
  readonly surroundings: (layers: readonly Layer[]) => Surroundings;
  /** Absent where no file of permissions is read. */
  readonly permissions?: PermissionJudge;
  /** The policies in force, and those that cannot be used. */
  readonly policies: Policies;
  /** The mistakes of unusable policies. */
  readonly policyFaults: () => readonly Diagnostic[];
  /** Whether comments in the files may suppress diagnostics. */
  readonly ignores: boolean;
  /** Returns the SHA-256 of some bytes, in hexadecimal. */
  readonly sha256: (bytes: Uint8Array) => string;
}

/** The inputs with one more layer to read and report on. */
export function including(inputs: Inputs, layer: Layer): Inputs {
  const [layers = []] = inputs.groups;
  const all = layer.scope === "global" ? [layer, ...layers] : [...layers, layer];
  return { ...inputs, groups: [all], reported: all };
}

/** The inputs with every layer replaced by one of unknown content, after an exception (S39). */
export function unjudgedInputs(inputs: Inputs, stage: Stage): Inputs {
  return withLayers(inputs, unjudged([...inputs.groups.flat(), ...inputs.reported], stage));
}

/** The inputs with some layers replaced. */
export function withLayers(inputs: Inputs, others: ReadonlyMap<Layer, Layer>): Inputs {
  const swap = (layer: Layer): Layer => others.get(layer) ?? layer;
  const { groups, reported } = inputs;
  return { ...inputs, groups: groups.map((layers) => layers.map(swap)), reported: reported.map(swap) };
}
