/** `agentcfg explain`: the whole story of one value, or of one rule. */

import { placeOf } from "../analysis/diagnose.js";
import type { Effective } from "../configuration/effective.js";
import type { Shadowed } from "../configuration/resolve.js";
import { type Json, valueAt } from "../document/node.js";
import type { Layer } from "../layers/layer.js";
import { redact } from "../redaction/redact.js";
import { ruleInfos as rules } from "../rules/info.js";
import { describeType } from "../schema/describe.js";
import { type Shape, shapeAt } from "../schema/shape.js";
import { formatPath, type Path, toPointer } from "../text/path.js";
import { printable, printableJson, quote, quoteList } from "../text/printable.js";
import { suggest } from "../text/suggest.js";
import { type Configuration, EXIT, type LayerFlags, openConfiguration, readPath } from "./configuration.js";
import { explainRule } from "./explain-rule.js";
import { print, type Terminal } from "./terminal.js";

export interface ExplainFlags extends LayerFlags {
  readonly format: "text" | "json";
}

/** One thing that can be said about a value: a name for the margin, and the text. */
type Line = readonly [string, string];

/** Prints an explanation and returns the exit code. */
export async function runExplain(terminal: Terminal, text: string, flags: ExplainFlags): Promise<number> {
  const rule = rules.find(({ id }) => id === text);
  if (rule !== undefined) return explainRule(terminal, rule, flags.format);
  const configuration = await openConfiguration(terminal, flags);
  if (typeof configuration === "number") return configuration;
  const path = await readPath(terminal, text);
  if (path === undefined) return EXIT.usage;
  const shape = shapeAt(path, configuration.effective.complete);
  if (shape === undefined) {
    const alike = suggest(
      text,
      rules.map(({ id }) => id),
    );
    const hint = alike.length === 0 ? "" : `; did you mean the rule ${quoteList(alike)}?`;
    await print(terminal.stderr, `agentcfg: a configuration has no ${quote(formatPath(path))}${hint}\n`);
    return EXIT.findings;
  }
  const story = storyOf(path, shape, configuration);
  await print(terminal.stdout, flags.format === "json" ? `${printableJson(story)}\n` : asText(story));
  return EXIT.ok;
}

interface Story {
  readonly version: 1;
  readonly path: string;
  readonly name: string;
  /** Absent when nothing is in effect. */
  readonly value?: Json;
  readonly from?: Place | { readonly layer: "default" };
  readonly shadowed: readonly (Place & { readonly value: Json; readonly why: string })[];
  readonly type: string;
  readonly default?: Json;
  readonly meaning: string;
  readonly remarks: readonly string[];
}

interface Place {
  readonly layer: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const WHY: Readonly<Record<Shadowed["why"], string>> = {
  "global-only": "only the global config may set it",
  overridden: "a higher layer sets another value",
  unset: "a higher layer unsets it with null",
  "other-variant": "a higher layer chose another variant",
  unfit: "it does not fit here",
};

function storyOf(path: Path, shape: Shape, { effective, words }: Configuration): Story {
  const value = valueAt(redact(effective.complete, [], words), path);
  const written = effective.written(path);
  const from = written === undefined ? ({ layer: "default" } as const) : placeIn(written.layer, written.path);
  const shadowed = effective.resolved.shadowed.filter(({ path: lost }) => toPointer(lost) === toPointer(path));
  const { default: standing, description = "" } = shape.schema;
  return {
    version: 1,
    path: toPointer(path),
    name: formatPath(path),
    ...(value === undefined ? {} : { value, from }),
    shadowed: shadowed.map(({ layer, value: lost, why }) => ({
      ...placeIn(layer, path),
      value: hideAt(path, lost, words),
      why: WHY[why],
    })),
    type: describeType(shape),
    ...(standing === undefined ? {} : { default: standing }),
    meaning: description,
    remarks: remarksOn(shape, effective, path),
  };
}

function placeIn(layer: Layer, path: Path): Place {
  const { line, column } = placeOf(layer.document, { path, part: "value" }).start;
  return { layer: layer.scope, file: layer.document.source.file, line, column };
}

/** A value that is not in effect, hidden as it would be if it were. */
function hideAt(path: Path, value: Json, words: RegExp | undefined): Json {
  const around = path.reduceRight<Json>((inner, step) => ({ [step]: inner }), value);
  return valueAt(redact(around, [], words), path) ?? null;
}

const ZERO = {
  unset: "0 means the same as leaving it out",
  disables: "0 turns it off",
  rejected: "0 is rejected",
} as const;

function remarksOn({ schema }: Shape, effective: Effective, path: Path): readonly string[] {
  const zero = schema["x-zero"];
  const names = valueAt(effective.complete, [schema["x-ref"] ?? ""]);
  const known = typeof names === "object" && names !== null ? Object.keys(names) : [];
  return [
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

function asText(story: Story): string {
  const shown = (value: Json): string => printable(typeof value === "string" ? value : JSON.stringify(value));
  const place = ({ layer, file, line, column }: Place): string => `${printable(file)}:${line}:${column} (${layer})`;
  const { from } = story;
  const lines: readonly Line[] = [
    ["value", from === undefined ? "nothing is in effect" : shown(story.value ?? null)],
    ...(from === undefined ? [] : [["from", "file" in from ? place(from) : "the default"] as const]),
    ...story.shadowed.map((lost): Line => ["not", `${shown(lost.value)} at ${place(lost)}: ${lost.why}`]),
    ["type", story.type],
    ...(story.default === undefined ? [] : [["default", shown(story.default)] as const]),
    ...(story.meaning === "" ? [] : [["meaning", story.meaning] as const]),
    ...story.remarks.map((remark): Line => ["", remark]),
  ];
  return `${printable(story.name)}\n${lines.map(([name, text]) => `  ${name.padEnd(8)} ${text}\n`).join("")}`;
}
