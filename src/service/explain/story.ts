/** The story of one path of a configuration, as data: the value in effect and why, the accepted values, and the findings. */
import { formatPath, type Path, toPointer } from "../../text/path.js";
import { quote, quoteList } from "../../text/quote.js";
import { withoutMistakes } from "../../toolkit/judge/analysis/left-out.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { Reserved } from "../../toolkit/judge/analysis/withheld.js";
import { describeType } from "../../toolkit/judge/report/describe.js";
import { leftOutAt, type WhyLeftOut, withoutDefaults } from "../../toolkit/mean/configuration/effective.js";
import { definitionAt, type Setting, settingAt, type WhyShadowed } from "../../toolkit/mean/configuration/setting.js";
import { compareDiagnostics, type Severity } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Json } from "../../toolkit/read/document/data.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { knowledgeOf, type Meaning } from "../../toolkit/read/schema/lookup.js";
import { configShape, type Shape } from "../../toolkit/read/schema/shape.js";
import { lostAt } from "../absence.js";
import { definitionPosition } from "../place-name.js";
import type { PolicyRow } from "../policy.js";
import { waitingAt } from "../waiting.js";
import { type KeyRow, keyRows } from "./key-rows.js";
import { originsOf } from "./origins.js";
import { shownAt } from "./redacted-value.js";

export interface Story {
  readonly version: 1;
  readonly path: string;
  readonly name: string;
  /** Absent without a value in effect. */
  readonly value?: Json;
  readonly from?: Spot | { readonly layer: "default" };
  /** For a mapping with several contributing places: all of them; `from` is the last. */
  readonly origins?: readonly Spot[];
  /** The values of the project that are in effect once its user vouches for it. */
  readonly waiting: readonly ValueAt[];
  readonly shadowed: readonly (ValueAt & { readonly why: string })[];
  /** The variants to choose for the key to exist. */
  readonly only: readonly string[];
  readonly type: string;
  readonly default?: Json;
  readonly meaning: string;
  /** Remarks that are not already a reason of `shadowed`. */
  readonly remarks: readonly string[];
  readonly keys: readonly KeyRow[];
  /** The keys of policies that restrict the value; absent without one. */
  readonly policy?: readonly PolicyRow[];
  readonly findings: readonly (Omit<Spot, "layer"> & Statement)[];
}

interface Statement {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
}

export interface Spot {
  readonly layer: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

type ValueAt = Spot & { readonly value: Json };

export const WHY: Readonly<Record<WhyShadowed, string>> = {
  "global-only": "only the global config may set it",
  overridden: "a higher layer sets another value",
  unset: "a higher layer unsets it with null",
  "other-variant": "a higher layer chose another variant",
  unfit: "it does not fit here",
};

const ZERO = {
  unset: "0 means the same as leaving it out",
  disables: "0 turns it off",
  rejected: "0 is rejected",
} as const;

export const WHY_DROPPED: Readonly<Record<WhyLeftOut, string>> = {
  zero: ZERO.unset,
  incomplete: "what it belongs to lacks a required key",
};

export const LEFT_OUT = "left out, because it is a mistake";

/** `snapshot`: undefined for an unusable configuration. `counting`: the part of it in effect, if its project is not trusted. */
export function storyOf(meaning: Meaning, snapshot: Snapshot | undefined, counting: Reserved | undefined): Story {
  const findings = snapshot === undefined ? [] : findingsAt(meaning.path, snapshot);
  return { ...valueStory(meaning, snapshot, counting), findings };
}

/** The story of the value alone. Needs only the part of a configuration that decides about the path. */
export function valueStory(
  { path, shape, conditions }: Meaning,
  snapshot: Snapshot | undefined,
  counting: Reserved | undefined,
): Omit<Story, "findings"> {
  const all = counting?.snapshot ?? snapshot;
  const left = all && withoutMistakes(all);
  const { default: byDefault, description = "" } = shape.schema;
  const waiting = snapshot && counting ? waitingValues(path, snapshot, counting) : [];
  const shadowed = snapshot === undefined || left === undefined ? [] : lostValues(path, snapshot, left, waiting);
  const reasons = shadowed.map(({ why }) => why);
  return {
    version: 1,
    path: toPointer(path),
    name: formatPath(path),
    ...(left && inEffect(path, left)),
    waiting,
    shadowed,
    only: conditions.map(({ tag, values }) => {
      const chosen = snapshot && settingAt(snapshot.settings, tag);
      const other = chosen?.kind === "scalar" ? `; here it is ${quote(chosen.value)}` : "";
      return `with ${values.map((value) => quote(`${formatPath(tag.slice(-1))}: ${value}`)).join(" or ")}${other}`;
    }),
    type: describeType(shape),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    meaning: description,
    remarks: [
      ...(knowledgeOf(configShape, path) === "open"
        ? ["agentcfg does not know this key; this mapping accepts any"]
        : []),
      ...remarksOn(shape, snapshot, path).filter((remark) => !reasons.includes(remark)),
    ],
    keys: keyRows(shape),
  };
}

function inEffect(path: Path, { effective, redactor }: Snapshot): Pick<Story, "value" | "from" | "origins"> {
  const definition = definitionAt(effective, path);
  const setting = settingAt(effective, path);
  if (setting === undefined) return {};
  const written = definition === undefined ? setting : withoutDefaults(setting);
  const value = shownAt(redactor, written === setting ? effective : replacedAt(effective, path, written), path);
  if (value === undefined) return {};
  if (definition === undefined) return { value, from: { layer: "default" } };
  const origins = originsOf(written, path).map((origin) => placeIn(origin.layer, origin.path));
  const from = origins.at(-1) ?? placeIn(definition.layer, definition.path);
  return { value, from, ...(origins.length > 1 && { origins }) };
}

/** The same settings with another one at a path. */
function replacedAt(around: Setting, [step, ...inside]: Path, setting: Setting): Setting {
  if (step === undefined) return setting;
  const child = settingAt(around, [step]);
  if (child === undefined || around.kind !== "object") return around;
  return { ...around, entries: new Map([...around.entries, [String(step), replacedAt(child, inside, setting)]]) };
}

function waitingValues(path: Path, snapshot: Snapshot, counting: Reserved): readonly ValueAt[] {
  const { settings, redactor } = snapshot;
  return waitingAt(snapshot, counting, path).map(({ path: at, definition }) => {
    return { ...placeIn(definition.layer, definition.path), value: shownAt(redactor, settings, at) ?? null };
  });
}

/** Values that are written and not in effect. `left`: the configuration without global-only keys of its project. */
function lostValues(
  path: Path,
  { settings, redactor }: Snapshot,
  left: Snapshot,
  waiting: readonly ValueAt[],
): Story["shadowed"] {
  const shadowed = lostAt(left.settings, path).map(({ layer, place, why }) => ({
    ...placeIn(layer, path),
    value: redactor.json(place, path),
    why: WHY[why],
  }));
  const drop = leftOutAt(left.settings, left.effective, path);
  const written = definitionAt(settings, path);
  const isMistake = definitionAt(left.settings, path)?.layer.scope !== written?.layer.scope;
  if (written === undefined || waiting.length > 0 || (drop === undefined && !isMistake)) return shadowed;
  const value = shownAt(redactor, settings, path) ?? null;
  const why = drop === undefined ? LEFT_OUT : WHY_DROPPED[drop];
  return [{ ...placeIn(written.layer, written.path), value, why }, ...shadowed];
}

function placeIn(layer: Layer, path: Path): Spot {
  const { line, column } = definitionPosition({ layer, path });
  return { layer: layer.scope, file: layer.document.source.file, line, column };
}

function findingsAt(path: Path, snapshot: Snapshot): Story["findings"] {
  const pointer = toPointer(path);
  return snapshot
    .diagnosticsOf(new Set(snapshot.layers))
    .flatMap(({ diagnostic, isDoubtful }) => (isDoubtful ? [] : [diagnostic]))
    .filter(({ path: at }) => at !== undefined && `${at}/`.startsWith(`${pointer}/`))
    .toSorted(compareDiagnostics)
    .map(({ rule, severity, message, file, range: { start } }) => ({
      ...{ rule, severity, message, file, line: start.line, column: start.column },
    }));
}

function remarksOn({ schema }: Shape, snapshot: Snapshot | undefined, path: Path): readonly string[] {
  const zero = schema["x-zero"];
  const names = schema["x-ref"] === undefined ? undefined : settingAt(snapshot?.effective, [schema["x-ref"]]);
  const known = names?.kind === "object" ? [...names.entries.keys()] : [];
  const values = Object.entries(schema["x-value-descriptions"] ?? {});
  return [
    ...values.map(([value, text]) => `${quote(value)}: ${text}`),
    ...(zero === undefined ? [] : [ZERO[zero]]),
    ...(schema["x-scope"] === "global" ? ["only the global config can set it"] : []),
    ...(schema["x-secret"] ? ["it is secret: only a reference such as `${NAME}` is ever shown"] : []),
    ...(schema["x-effect"] === "reserved" ? ["it is reserved and has no effect"] : []),
    ...(schema["x-ref"] === undefined
      ? []
      : [`it names one of ${quote(schema["x-ref"])}${known.length === 0 ? "" : `: ${quoteList(known)}`}`]),
    ...(path.length === 0
      ? []
      : [
          schema["x-reload"] === "restart"
            ? "a change needs a restart of the daemon"
            : "a change applies when the configuration is loaded again",
        ]),
  ];
}
