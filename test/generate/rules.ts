/** The lists of rules, made from the modules and the pages of rules. */
import { readdirSync } from "node:fs";
import type { RulePage } from "../../src/toolkit/judge/report/rule-page.js";

/** In the order in which a configuration comes to be. */
const FAMILIES = [
  ...["syntax", "schema", "version", "layer", "substitution", "reference", "model", "provider", "mcp", "daemon"],
  ...["path", "effect", "secret", "trust", "permission", "policy", "suppress"],
];

/**
 * `src/toolkit/judge/rules/all.ts`: a list in order, for the names in an object of all modules would be a tenth of what is loaded of the rules.
 * `folder`: where there is a folder a family, with the modules of rules and others beside them.
 */
export function generateRuleList(folder: string, isRule: (file: string) => boolean): string {
  const found = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const unknown = found.map(({ name }) => name).filter((name) => !FAMILIES.includes(name));
  if (unknown.length > 0) throw new Error(`which family comes before ${unknown}?`);
  const modules = FAMILIES.flatMap((family) =>
    readdirSync(`${folder}/${family}`)
      .toSorted()
      .filter((file) => isRule(`${folder}/${family}/${file}`))
      .map((file) => ({
        family,
        name: camelCase(`${family}-${file.replace(/\.ts$/, "")}`),
        path: `./${family}/${file}`,
      })),
  );
  const imports = modules
    .map(({ name, path }) => `import { rule as ${name} } from "${path.replace(/\.ts$/, ".js")}";\n`)
    .toSorted();
  const list = FAMILIES.flatMap((family) =>
    rowsOf(modules.filter((one) => one.family === family).map(({ name }) => name)),
  );
  return `/** Every rule, family by family, made by \`npm run gen\`. */\n${imports.join("")}\nexport const all = [\n${list.join("")}] as const;\n`;
}

/** The most characters of a line. */
const WIDTH = 120;

/** The names of a family, as many on a line as it holds. */
function rowsOf(names: readonly string[]): readonly string[] {
  const rows: string[][] = [];
  const lineOf = (row: readonly string[]): string => `  ...[${row.join(", ")}],`;
  for (const name of names) {
    const row = rows.at(-1);
    if (row !== undefined && lineOf([...row, name]).length <= WIDTH) row.push(name);
    else rows.push([name]);
  }
  return rows.map((row) => `${lineOf(row)}\n`);
}

/** `src/generated/pages.ts`: apart from the rules, because a program that only lints and loads shows no lists of rules. */
export function generatePageList(pages: readonly RulePage[]): string {
  const entries = pages.map((page) => {
    const told = { summary: page.summary, isFixable: isFixable(page) };
    return `  ${JSON.stringify(page.id)}: ${JSON.stringify(told)},\n`;
  });
  const type = "Readonly<Record<string, { readonly summary: string; readonly isFixable: boolean }>>";
  return `/** What lists show of the pages in docs/rules, copied by \`npm run gen\`. */\nexport const pages: ${type} = {\n${entries.join("")}};\n`;
}

/** Whether a case on the page shows a fix. */
export function isFixable({ cases }: RulePage): boolean {
  return cases.some(({ fixed }) => fixed.length > 0);
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
