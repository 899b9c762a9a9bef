/** docs/config.md: the reference a user reads, made from the schema. */
import { describeType } from "../../src/report/describe.js";
import { compileSchema, type Shape } from "../../src/schema/shape.js";

const HEAD = `# Configuration reference

Made from \`schema/config.schema.json\` by \`npm run gen\`. Required keys are marked \\*. "Unset" is an omitted key or, where null is accepted, null.
`;

export function generateReference(schemaText: string): string {
  const sections = [...collect(compileSchema(schemaText))].map(([title, shape]) => section(title, shape));
  return `${[HEAD, ...sections].join("\n")}`;
}

/** Every object shape once, in the order in which a reader of the file meets it. */
function collect(configShape: Shape): ReadonlyMap<string, Shape> {
  const found = new Map<string, Shape>([["The file", configShape]]);
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

function section(title: string, shape: Shape): string {
  const heading = title === "The file" ? title : `\`${title}\``;
  const rows = [...shape.properties].map(([key, child]) =>
    row(key, child, shape.schema.required?.includes(key) ?? false),
  );
  const table = ["| Key | Type | Default | Meaning |", "|---|---|---|---|", ...rows].join("\n");
  return `## ${heading}\n\n${shape.schema.description ?? ""}\n\n${table}\n`;
}

function row(key: string, shape: Shape, required: boolean): string {
  const value = shape.schema.default === undefined ? "" : `\`${JSON.stringify(shape.schema.default)}\``;
  const cells = [`\`${key}\`${required ? " \\*" : ""}`, describeType(shape), value, meaning(shape)];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function meaning({ schema }: Shape): string {
  const marks = [
    schema["x-scope"] === "global" ? "**Global-only.**" : "",
    schema["x-secret"] ? "**Secret.**" : "",
    schema.examples === undefined ? "" : `Example: \`${JSON.stringify(schema.examples[0])}\`.`,
  ];
  return [schema.description ?? "", ...marks].filter((part) => part !== "").join(" ");
}
