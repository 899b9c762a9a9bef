/** The values in effect as rows, each with its origin and the values that lost against it. */

import { meaningsIn } from "../service/inspect/meanings.js";
import type { Source, Spot } from "../service/inspect/spot.js";
import { valueSections } from "../service/inspect/values.js";
import { verdictWords } from "../service/inspect/verdict-words.js";
import { ONCE_VOUCHED } from "../service/waiting.js";
import { printable } from "../text/escape.js";
import { formatPath } from "../text/path.js";
import { verdictOf, withoutMistakes } from "../toolkit/judge/analysis/left-out.js";
import type { Run } from "../toolkit/judge/analysis/run.js";
import { withheldFrom } from "../toolkit/judge/analysis/withheld.js";
import type { Json } from "../toolkit/read/document/data.js";
import { configShape } from "../toolkit/read/schema/shape.js";

export interface Row {
  readonly path: string;
  /** Undefined if nothing is in effect here. */
  readonly value: string | undefined;
  readonly from: Source | undefined;
  /** Set if the value is in effect only once the user vouches for the project. */
  readonly condition?: string;
  readonly lost: readonly LostRow[];
}

export interface LostRow {
  readonly value: string;
  readonly why: string;
  /** Set if it holds until the user vouches for the project. */
  readonly isHeld?: true;
  readonly from: Spot;
}

export interface Effect {
  /** What keeps the configuration from loading, or is left out. */
  readonly remarks: readonly string[];
  readonly rows: readonly Row[];
}

/** The effect of a run, in the order of the configuration. */
export function effectOf({ snapshots: [snapshot] }: Run, { defaults }: { readonly defaults: boolean }): Effect {
  if (snapshot === undefined) return { remarks: [], rows: [] };
  const left = withoutMistakes(snapshot);
  const reserved = withheldFrom(snapshot);
  const { sections } = valueSections({
    snapshot,
    reserved,
    left,
    shown: left.redactor.json(left.effective),
    isUntrusted: false,
    meanings: meaningsIn(configShape),
  });
  return {
    remarks: verdictWords(verdictOf(snapshot, left)),
    rows: sections
      .flatMap(({ values }) => values)
      .filter(({ from, lost }) => defaults || lost.length > 0 || from?.layer !== "default")
      .map(({ path, value, from, isWaiting, lost }) => ({
        ...{ path: printable(formatPath(path)), value: value === undefined ? undefined : textOf(value), from },
        ...(isWaiting && { condition: ONCE_VOUCHED }),
        lost: lost.map(({ value: text, why, isHeld, ...spot }) => ({
          value: textOf(text),
          why,
          ...(isHeld && { isHeld }),
          from: spot,
        })),
      })),
  };
}

function textOf(value: Json): string {
  return printable(JSON.stringify(value));
}
