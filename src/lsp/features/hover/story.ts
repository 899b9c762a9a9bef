/** The story of a value as lines of a hover. */
import type { Spot, Story } from "../../../service/explain/story.js";
import { yamlDocument, yamlText } from "../../../service/yaml.js";
import { beginningOf } from "../../../text/beginning.js";
import type { Json } from "../../../toolkit/read/document/data.js";
import { type Line, type Piece, sentence } from "../../prose.js";

/** A longer value is cut: `agentcfg show` prints all of it. */
const MOST_LINES = 12;
const MOST_CHARACTERS = 200;

/** At most this many other places are named. */
const MOST_SHADOWED = 5;

export function storyLines(story: Omit<Story, "findings">): readonly Line[] {
  const { name, type, meaning, only, value, from, origins = [], shadowed, remarks } = story;
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
      ? [["not set"] as const]
      : valueLines(value, isDefault ? ["the default"] : placesOf(places))),
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
