/** A place of a layer in the words of `explain`: the story of its value, substitutions, the named entry, and the findings there. */
import { meaningsAt } from "../../../service/explain/descriptions.js";
import { type Step, stepsOf } from "../../../service/explain/steps.js";
import { type Spot, type Story, valueStory } from "../../../service/explain/story.js";
import { placeName } from "../../../service/place-name.js";
import { ONCE_VOUCHED } from "../../../service/waiting.js";
import { yamlDocument, yamlText } from "../../../service/yaml.js";
import { beginningOf } from "../../../text/beginning.js";
import type { Path } from "../../../text/path.js";
import type { Snapshot } from "../../../toolkit/judge/analysis/snapshot.js";
import { type CompactionPoint, type ModelFact, modelFactsOf } from "../../../toolkit/mean/configuration/model-facts.js";
import { parseModelReference } from "../../../toolkit/mean/configuration/models.js";
import { childrenOf, definitionAt, settingAt, shapeAt } from "../../../toolkit/mean/configuration/setting.js";
import type { Json } from "../../../toolkit/read/document/data.js";
import { find } from "../../../toolkit/read/document/node.js";
import type { Layer } from "../../../toolkit/read/layers/layer.js";
import type { Shape } from "../../../toolkit/read/schema/shape.js";
import type { Part } from "../../configuration/workspace.js";
import { type Line, type Piece, reasonOf, sentence } from "../../prose.js";

/** The lines about a place. `offset`: of the pointer in the readable text. */
export function layerLines(
  { state, text }: Part,
  { path, offset }: { readonly path: Path; readonly offset: number },
  schema: Shape,
): readonly Line[] {
  const { snapshot } = state;
  const { readableLayer: layer } = text;
  const counting = state.counting();
  const [meaning] = meaningsAt(schema, snapshot, path);
  // Right after an edit the findings are not computed yet, and a hover does not wait for them.
  const findings = state.isJudged ? (state.findings().get(text) ?? []) : [];
  const here = findings.filter(({ range }) => range.start.offset <= offset && offset <= range.end.offset);
  return [
    ...(meaning === undefined ? [] : storyLines(valueStory(meaning, snapshot, counting))),
    ...substitutionLines(snapshot, layer, offset),
    ...targetLines(snapshot, layer, path),
    ...modelLines(snapshot, path),
    ...[...new Set(here.map(({ rule }) => rule))].map(reasonOf),
  ];
}

/** A longer value is cut: `agentcfg show` prints all of it. */
const MOST_LINES = 12;
const MOST_CHARACTERS = 200;

/** The most other places in one hover. */
const MOST_SHADOWED = 5;

/** The story of a value. */
function storyLines(story: Omit<Story, "findings">): readonly Line[] {
  const { name, type, meaning, only, value, from, origins = [], waiting, shadowed, remarks } = story;
  const places = origins.length > 0 ? origins : from === undefined || !("file" in from) ? [] : [from];
  const isDefault = from !== undefined && !("file" in from);
  return [
    [
      { strong: name },
      ": ",
      ...sentence(type),
      ...only.flatMap((one): readonly Piece[] => [", only ", ...sentence(one)]),
    ],
    ...(meaning === "" ? [] : [sentence(meaning)]),
    ...(value === undefined
      ? waiting.length > 0
        ? []
        : [["not set"] as const]
      : valueLines(value, isDefault ? ["the default"] : placesOf(places))),
    ...waiting
      .slice(0, MOST_SHADOWED)
      .map(
        (one): Line => [...sentence(`${ONCE_VOUCHED}: `), { code: inline(one.value) }, " at ", { code: placed(one) }],
      ),
    ...shadowed
      .slice(0, MOST_SHADOWED)
      .map(
        (lost): Line => [
          "not ",
          { code: inline(lost.value) },
          " at ",
          { code: placed(lost) },
          ": ",
          ...sentence(lost.why),
        ],
      ),
    ...(story.default === undefined || isDefault ? [] : [["default ", { code: inline(story.default) }] as const]),
    ...remarks.map(sentence),
  ];
}

function valueLines(value: Json, from: readonly Piece[]): readonly Line[] {
  const origin: readonly Piece[] = from.length === 0 ? [] : [" from ", ...from];
  const isPlain = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  if (isPlain) return [["in effect: ", { code: inline(value) }, ...origin]];
  const lines = yamlText(yamlDocument(value)).trimEnd().split("\n");
  const rest = lines.length > MOST_LINES ? ["…"] : [];
  return [["in effect", ...origin, ":"], { block: [...lines.slice(0, MOST_LINES).map(cut), ...rest].join("\n") }];
}

function placesOf(spots: readonly Spot[]): readonly Piece[] {
  return spots.flatMap((spot, index): readonly Piece[] => [...(index === 0 ? [] : [" and "]), { code: placed(spot) }]);
}

function placed({ file, line, column }: Spot): string {
  return `${file}:${line}:${column}`;
}

function inline(value: Json): string {
  return cut(typeof value === "string" ? value : JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${beginningOf(text, MOST_CHARACTERS)}…` : text;
}

const VERBS: Readonly<Record<Step["action"], string>> = {
  read: "loading reads ",
  run: "loading runs ",
  "maybe-run": "loading reads ",
  nothing: "loading leaves ",
};

/** The effect of loading on the substitution under the pointer. */
function substitutionLines(snapshot: Snapshot, layer: Layer, offset: number): readonly Line[] {
  const here = stepsOf(layer, snapshot).filter(
    ({ range: { start, end } }) => start.offset <= offset && offset <= end.offset,
  );
  return here.map(({ step }) => lineOf(step));
}

function lineOf({ action, variable, command, why }: Step): Line {
  const names: readonly Piece[] = [
    ...(variable === undefined ? [] : [{ code: `\${${variable}}` }]),
    ...(command === undefined
      ? []
      : [...(variable === undefined ? [] : [", and while it is unset or empty runs "]), { code: command }]),
  ];
  return [VERBS[action], ...names, ...(why === undefined ? [] : [" as it is, because ", ...sentence(why)])];
}

/** The entry that a reference names. */
function targetLines(snapshot: Snapshot, { root }: Layer, path: Path): readonly Line[] {
  const section = shapeAt(snapshot.settings, path)?.schema["x-ref"];
  const node = root && find(root, path)?.node;
  if (section === undefined || node?.kind !== "scalar" || typeof node.value !== "string") return [];
  const names = childrenOf(settingAt(snapshot.settings, [section]));
  const name = section === "models" ? parseModelReference(node.value, (one) => names.has(one)).model : node.value;
  const target = [section, name];
  const definition = definitionAt(snapshot.settings, target);
  const where: Line =
    definition === undefined
      ? [{ code: name }, " is in no file"]
      : [{ code: name }, " is defined at ", { code: placeName(definition) }];
  return [where, ...modelLines(snapshot, target)];
}

/** The limits of a model. `path`: of an entry of `models`; empty for any other path. */
function modelLines(snapshot: Snapshot, [section, name, ...inside]: Path): readonly Line[] {
  if (section !== "models" || name === undefined || inside.length > 0) return [];
  const facts = modelFactsOf(String(name), snapshot.effective, snapshot.surroundings.catalog);
  if (facts === undefined) return [];
  const { contextWindow, outputLimit, compactsAt } = facts;
  return [[`window ${tokens(contextWindow)}; output ${tokens(outputLimit)}; compaction ${compaction(compactsAt)}`]];
}

function tokens({ value, why = "unknown" }: ModelFact<number>): string {
  return value === undefined ? why : `${value.toLocaleString("en-US")} tokens`;
}

function compaction({ value, why = "unknown" }: ModelFact<CompactionPoint>): string {
  if (value === undefined) return `unknown: ${why}`;
  return `at ${value.tokens.toLocaleString("en-US")} tokens`;
}
