/** What a text brings along from the page it was copied from: a mark before each line, and the spelling of HTML. */
import { entitiesIn } from "../../../text/html.js";
import type { SpanAnchor } from "../diagnostic/anchor.js";
import type { Span } from "../diagnostic/diagnostic.js";
import type { Repair } from "./repair.js";

/** A mistake of each format. */
interface Copied {
  readonly at: SpanAnchor;
  readonly problem: "line-marks" | "html";
  readonly mark: string;
  readonly repair: Repair;
}

/** A line with its number, or with the sign of an added or a quoted one. */
const MARKED = /^(?:[ \t]*(\d{1,6})(?: ?[|:.)])?(?:[ \t]|$)|\+|[>|](?: |$))/;

/** The marks before all lines of a text; undefined if a line lacks one. */
export function lineMarks(text: string): Copied | undefined {
  if (!/^\s{0,99}[\d+>|]/.test(text)) return undefined;
  const spans: Span[] = [];
  let before: string | undefined;
  let end = -1;
  for (const line of text.split(/\r?\n/)) {
    const start = text.indexOf(line, end + 1);
    end = start + line.length;
    if (line.trim() === "") continue;
    const [whole, number] = MARKED.exec(line) ?? [];
    const mark = number ?? whole?.trim();
    const follows =
      before === undefined || (number === undefined ? before === mark : Number(before) + 1 === Number(mark));
    if (whole === undefined || !follows) return undefined;
    spans.push({ start, end: start + whole.length });
    before = mark;
  }
  const [first, ...others] = spans;
  if (first === undefined || others.length === 0) return undefined;
  const written = text.slice(first.start, first.end);
  const start = first.end - written.trimStart().length;
  const repair = { edits: spans.map((span) => ({ span, text: "" })), isSure: true };
  return {
    at: { span: { start, end: start + written.trim().length } },
    problem: "line-marks",
    mark: written.trim(),
    repair,
  };
}

/** The spelling of HTML at an offset where a value begins, and the repair of all in the text. */
export function html(text: string, offset: number): Copied | undefined {
  const all = entitiesIn(text);
  const here = all.find(({ start }) => start === offset);
  if (here === undefined) return undefined;
  const edits = all.map(({ start, end, meant }) => ({ span: { start, end }, text: meant }));
  return { at: { span: here }, problem: "html", mark: here.written, repair: { edits, isSure: true } };
}
