/** The files behind the values in effect, for programs: the version of each file, and the values of the project that wait for a vouch. */
import { type Path, toPointer } from "../../text/path.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { withheldFrom } from "../../toolkit/judge/analysis/withheld.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Json } from "../../toolkit/read/document/data.js";
import { definitionPosition } from "../place-name.js";
import { type WaitingValue, waitingAt } from "../waiting.js";
import { shownAt } from "./redacted-value.js";

export interface Provenance {
  readonly layers: readonly { readonly layer: Scope; readonly file: string; readonly sha256: string }[];
  readonly withheld: readonly WithheldValue[];
}

interface WithheldValue {
  /** A JSON Pointer, where names with secrets are hidden. */
  readonly path: string;
  /** The capability of the setting, as in docs/trust.md. */
  readonly why: WaitingValue["why"];
  /** Null for one that erases a value of the user's. */
  readonly value: Json;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `isVouchedFor`: whether the user vouches for the project, so that nothing is withheld. */
export function provenanceOf(snapshot: Snapshot, path: Path, isVouchedFor: boolean): Provenance {
  const layers = snapshot.layers.flatMap(({ scope, document, sha256 }) => {
    return sha256 === undefined ? [] : [{ layer: scope, file: document.source.file, sha256: sha256() }];
  });
  const waiting = isVouchedFor ? [] : waitingAt(snapshot, withheldFrom(snapshot), path);
  return { layers, withheld: waiting.map((one) => withheldValue(snapshot, one)) };
}

function withheldValue({ settings, redactor }: Snapshot, { path, definition, why }: WaitingValue): WithheldValue {
  const { line, column } = definitionPosition(definition);
  return {
    ...{ path: toPointer(redactor.path(path)), why, value: shownAt(redactor, settings, path) ?? null },
    ...{ file: definition.layer.document.source.file, line, column },
  };
}
