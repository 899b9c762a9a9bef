/** `agentcfg explain`: the whole story of one value, or of one rule. */
import type { Snapshot } from "../../analysis/snapshot.js";
import { definitionAt, type Loss, type Setting, settingAt, shadowedAt, shapeAt } from "../../configuration/setting.js";
import { dataAt, type Json } from "../../document/data.js";
import type { Layer } from "../../layers/layer.js";
import { mayNameCredential } from "../../redaction/names.js";
import { describeType } from "../../report/describe.js";
import { ruleInfos } from "../../rules/info.js";
import type { Shape } from "../../schema/shape.js";
import { printable, printableJson } from "../../text/escape.js";
import { formatPath, type Path, toPointer } from "../../text/path.js";
import { quote, quoteList } from "../../text/quote.js";
import { suggest } from "../../text/suggest.js";
import { command, EXIT } from "../command.js";
import { type LayerFlags, openConfiguration, readPath } from "../open.js";
import { LAYERS, TEXT_OR_JSON, WHERE } from "../options.js";
import { definitionPosition } from "../place-name.js";
import { explainRule } from "../rule-page.js";
import { complain, print, type Terminal } from "../terminal.js";

interface ExplainFlags extends LayerFlags {
  readonly format: "text" | "json";
}

export const explain = command<ExplainFlags>({
  arguments: [{ name: "<path or rule>", describe: 'models["acme/big"].class, a JSON Pointer, or schema/unknown-key' }],
  options: [...LAYERS, TEXT_OR_JSON],
  more: WHERE,
  run: runExplain,
});

async function runExplain(terminal: Terminal, [text = ""]: readonly string[], flags: ExplainFlags): Promise<number> {
  const rule = ruleInfos.find(({ id }) => id === text);
  if (rule !== undefined) return explainRule(terminal, rule, flags.format);
  const snapshot = await openConfiguration(terminal, flags);
  if (typeof snapshot === "number") return snapshot;
  const path = await readPath(terminal, text);
  if (path === undefined) return EXIT.usage;
  const shape = shapeAt(snapshot.effective, path);
  if (shape === undefined) {
    const alike = suggest(
      text,
      ruleInfos.map(({ id }) => id),
    );
    const hint = alike.length === 0 ? "" : `; did you mean the rule ${quoteList(alike)}?`;
    await complain(terminal, `a configuration has no ${quote(formatPath(path))}${hint}`);
    return EXIT.findings;
  }
  const story = storyOf(path, shape, snapshot);
  await print(terminal.stdout, flags.format === "json" ? `${printableJson(story)}\n` : asText(story));
  return EXIT.ok;
}

/** One thing that can be said about a value: a name for the margin, and the text. */
type Line = readonly [string, string];

interface Story {
  readonly version: 1;
  readonly path: string;
  readonly name: string;
  /** Absent when nothing is in effect. */
  readonly value?: Json;
  readonly from?: Spot | { readonly layer: "default" };
  readonly shadowed: readonly (Spot & { readonly value: Json; readonly why: string })[];
  readonly type: string;
  readonly default?: Json;
  readonly meaning: string;
  readonly remarks: readonly string[];
}

interface Spot {
  readonly layer: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const WHY: Readonly<Record<Loss, string>> = {
  "global-only": "only the global config may set it",
  overridden: "a higher layer sets another value",
  unset: "a higher layer unsets it with null",
  "other-variant": "a higher layer chose another variant",
  unfit: "it does not fit here",
};

function storyOf(path: Path, shape: Shape, { effective, settings, redactor }: Snapshot): Story {
  const value = dataAt(redactor.json(effective), path);
  const definition = definitionAt(effective, path);
  const from = definition === undefined ? ({ layer: "default" } as const) : placeIn(definition.layer, definition.path);
  const { default: standing, description = "" } = shape.schema;
  return {
    version: 1,
    path: toPointer(path),
    name: formatPath(path),
    ...(value === undefined ? {} : { value, from }),
    shadowed: shadowedAt(settings, path).map(({ layer, place, why }) => ({
      ...placeIn(layer, path),
      value: redactor.json(place, path),
      why: WHY[why],
    })),
    type: describeType(shape),
    ...(standing === undefined ? {} : { default: standing }),
    meaning: description,
    remarks: remarksOn(shape, effective, path),
  };
}

function placeIn(layer: Layer, path: Path): Spot {
  const { line, column } = definitionPosition({ layer, path });
  return { layer: layer.scope, file: layer.document.source.file, line, column };
}

const ZERO = {
  unset: "0 means the same as leaving it out",
  disables: "0 turns it off",
  rejected: "0 is rejected",
} as const;

function remarksOn({ schema }: Shape, effective: Setting, path: Path): readonly string[] {
  const zero = schema["x-zero"];
  const names = settingAt(effective, [schema["x-ref"] ?? ""]);
  const known = names?.kind === "object" ? [...names.entries.keys()] : [];
  return [
    ...(zero === undefined ? [] : [ZERO[zero]]),
    ...(schema["x-scope"] === "global" ? ["only the global config can set it"] : []),
    ...(isSecret(schema["x-secret"], path) ? ["it is secret: only references such as `${NAME}` are ever shown"] : []),
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

function isSecret(secrecy: Shape["schema"]["x-secret"], path: Path): boolean {
  return secrecy === true || (secrecy === "by-name" && mayNameCredential(String(path.at(-1))));
}

function asText(story: Story): string {
  const shown = (value: Json): string => printable(typeof value === "string" ? value : JSON.stringify(value));
  const place = ({ layer, file, line, column }: Spot): string => `${printable(file)}:${line}:${column} (${layer})`;
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
