/** The tables of docs/performance.md: each benchmark writes its own, between its own marks, and leaves the rest of the page as it is. */
import { readFileSync, writeFileSync } from "node:fs";

const PAGE = "docs/performance.md";

/** `name`: the report stands between `<!-- name -->` and `<!-- end of name -->`, which must both be there. */
export function writeReport(name, report) {
  const page = readFileSync(PAGE, "utf8");
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  if (!page.includes(begin) || to < from) throw new Error(`${PAGE} has no place for the report of ${name}`);
  writeFileSync(PAGE, page.slice(0, from) + report + page.slice(to));
}
