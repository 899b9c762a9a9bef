/** docs/config.md: the reference a user reads, made from the schema. */
import { KEYS } from "../../src/agent/session/daemon/keys.js";
import { describeType } from "../../src/toolkit/judge/report/describe.js";
import { compileSchema, type Shape } from "../../src/toolkit/read/schema/shape.js";
import { type Samples, samplesFor } from "./samples.js";

const HEAD = `# Configuration reference

Made from \`schema/config.schema.json\` by \`npm run gen\`. Required keys are marked \\*. "Unset" is an omitted key or, where null is accepted, null.
How two files become one configuration, and what \`\${NAME}\` and \`$(command)\` stand for, is in [Layers](layers.md).
`;

/** Sections by their titles, in the order in which a reader of the file meets them. */
type Sections = ReadonlyMap<string, Shape>;

const WHOLE = "The file";

export function generateReference(schemaText: string): string {
  const configShape = compileSchema(JSON.parse(schemaText));
  const sections = sectionsOf(configShape);
  const samples = samplesFor(configShape);
  const texts = [...sections].map(([title, shape]) => section(title, shape, sections, samples));
  return `${[HEAD, contents(sections), ...texts, ACTING].join("\n")}`;
}

/** What the daemon of this package does with each key. */
const ACTING = `## What \`agent\` does with it

The daemon of this package acts on these keys, below \`daemon\` on each by itself. A key without an effect is named once in its log where somebody has set it.

| Key | |
|---|---|
${Object.entries(KEYS)
  .map(([key, acting]) => `| \`${key}\` | ${acting?.does ?? "nothing yet"} |`)
  .join("\n")}
`;

/** Every object shape once. */
function sectionsOf(configShape: Shape): Sections {
  const found = new Map<string, Shape>([[WHOLE, configShape]]);
  const visit = (shape: Shape | undefined, path: string): void => {
    if (shape === undefined) return;
    if (shape.properties.size > 0 && path !== "") found.set(path, shape);
    for (const [value, variant] of shape.tag?.variants ?? []) visit(variant, `${path} (${shape.tag?.key}: ${value})`);
    for (const [key, child] of shape.properties) visit(child, path === "" ? key : `${path}.${key}`);
    if (shape.rest !== undefined && shape.types?.has("object")) visit(shape.rest, `${path}.<name>`);
    visit(shape.items, `${path}[]`);
  };
  visit(configShape, "");
  return found;
}

const headingOf = (title: string): string => (title === WHOLE ? title : `\`${title}\``);

/** The address of a heading on the page, as GitHub makes it. */
const addressOf = (title: string): string =>
  `#${title
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, "")
    .replaceAll(" ", "-")}`;

/** Sections below the one that their title begins with. */
function contents(sections: Sections): string {
  const open: string[] = [];
  const lines = [...sections.keys()].map((title) => {
    while (open.length > 0 && !title.startsWith(open.at(-1) ?? "")) open.pop();
    const line = `${"  ".repeat(open.length)}- [${headingOf(title)}](${addressOf(title)})`;
    open.push(title);
    return line;
  });
  return `${lines.join("\n")}\n`;
}

function section(title: string, shape: Shape, sections: Sections, samples: Samples): string {
  const rows = [...shape.properties].map(([key, child]) => {
    const path = title === WHOLE ? key : `${title}.${key}`;
    const target = [path, `${path}.<name>`].find((other) => sections.has(other));
    const type = shape.tag?.key === key ? variants(title, shape.tag) : describeType(child);
    return row(key, type, child, { isRequired: shape.schema.required?.includes(key) ?? false, target });
  });
  const table = ["| Key | Type | Default | Meaning |", "|---|---|---|---|", ...rows].join("\n");
  const sample = samples(shape);
  const example = sample === undefined ? "" : `\n\`\`\`yaml\n${sample}\`\`\`\n`;
  return `## ${headingOf(title)}\n\n${shape.schema.description ?? ""}\n\n${table}\n${example}`;
}

/** The values of a tag, each leading to the section about what it chooses. */
function variants(title: string, { key, variants: choices }: NonNullable<Shape["tag"]>): string {
  return [...choices.keys()].map((value) => `[\`${value}\`](${addressOf(`${title} (${key}: ${value})`)})`).join(", ");
}

/** `target`: the section about what is in it. */
function row(
  key: string,
  type: string,
  shape: Shape,
  { isRequired, target }: { readonly isRequired: boolean; readonly target: string | undefined },
): string {
  const name = target === undefined ? `\`${key}\`` : `[\`${key}\`](${addressOf(target)})`;
  const cells = [`${name}${isRequired ? " \\*" : ""}`, type, standing(shape), meaning(shape)];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function standing({ schema }: Shape): string {
  if (schema.default !== undefined) return `\`${JSON.stringify(schema.default)}\``;
  const dependent = schema["x-default"];
  switch (dependent?.by) {
    case "kind":
      return "by `kind`";
    case "custom":
      return `\`${JSON.stringify(dependent.value)}\` for custom models`;
    case "name":
      return "its name";
    default:
      return "";
  }
}

function meaning({ schema }: Shape): string {
  const marks = [
    schema["x-scope"] === "global" ? "**Global-only.**" : "",
    schema["x-secret"] ? "**Secret.**" : "",
    schema["x-reload"] === "restart" ? "**Needs a restart.**" : "",
    schema.examples === undefined ? "" : `Example: \`${JSON.stringify(schema.examples[0])}\`.`,
  ];
  const text = [schema.description ?? "", ...marks].filter((part) => part !== "").join(" ");
  const values = Object.entries(schema["x-value-descriptions"] ?? {});
  return [text, ...values.map(([value, means]) => `\`${value}\`: ${means}`)].join("<br>");
}
