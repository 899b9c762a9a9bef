/** The page: two files, and beside them what the toolkit finds in them and what would be in effect. */
import { byId, say } from "../../page/element.js";
import type { Run } from "../../toolkit/judge/analysis/run.js";
import { type FileEdit, type Fix, isFixable, type Range } from "../../toolkit/read/diagnostic/diagnostic.js";
import { EMPTY, fragmentOf, type Pair, pairIn } from "../address.js";
import { EXAMPLES } from "../examples.js";
import { fileName, fixed, runOf, withoutSecrets } from "../judged.js";
import { showEffective } from "./effective.js";
import { showFindings } from "./findings.js";
import { Pane } from "./pane.js";

/** Milliseconds from the last key to the findings; longer where the last ones took longer. */
const SOON = 150;

const TOO_LONG = "The files are too long for an address.";

const global = new Pane("global", () => later());
const project = new Pane("project", () => later());
const panes = [global, project];
const notice = byId("notice", HTMLElement);
const choice = byId("example", HTMLSelectElement);
const all = byId("fix-all", HTMLButtonElement);
const defaults = byId("defaults", HTMLInputElement);
const answers = byId("answers", HTMLElement);

let timer: ReturnType<typeof setTimeout> | undefined;
/** The milliseconds that the last findings took. */
let took = 0;
/** The fragment that this page wrote last: a change to it is no visit. */
let written = "";
/** Counts the addresses and visits: a slow one never replaces a later one. */
let latest = 0;
/** The writing of the address; false if the files have none. */
let writing: Promise<boolean> = Promise.resolve(true);

function pair(): Pair {
  return { global: global.file, project: project.file };
}

function put(files: Pair): void {
  global.file = files.global;
  project.file = files.project;
  judge();
}

/** Until the files are judged again, the places and fixes on the page belong to an older text. */
function later(): void {
  answers.inert = true;
  clearTimeout(timer);
  timer = setTimeout(judge, Math.max(SOON, took));
}

function judge(): void {
  const start = performance.now();
  clearTimeout(timer);
  answers.inert = false;
  const files = pair();
  const run = runOf(files);
  const { result } = run;
  for (const pane of panes)
    pane.mark(result.diagnostics.filter(({ file }) => file === fileName(pane.scope, pane.file)));
  showFindings(result, { show, apply });
  const safe = result.diagnostics.filter(isFixable).length;
  all.hidden = safe === 0;
  say(all, `Apply the safe fixes (${safe})`);
  all.onclick = () => fixAll(files, run);
  showEffective(run, {
    defaults: defaults.checked,
    show: (file, line, column) => paneOf(file)?.selectFrom(line, column),
  });
  choice.value = String(EXAMPLES.findIndex((example) => isSame(example.pair, files)));
  writing = address(withoutSecrets(files, result));
  took = performance.now() - start;
}

function isSame(one: Pair, other: Pair): boolean {
  return panes.every(({ scope }) => one[scope].text === other[scope].text && one[scope].format === other[scope].format);
}

function fixAll(files: Pair, run: Run): void {
  const after = fixed(files, run);
  for (const pane of panes) pane.typeLines(after[pane.scope].text);
  judge();
}

function paneOf(file: string): Pane | undefined {
  return panes.find((pane) => fileName(pane.scope, pane.file) === file);
}

function show(file: string, { start, end }: Range): void {
  paneOf(file)?.select(start.offset, end.offset);
}

/** Applies the edits of a fix from the end, so that their offsets stay right. */
function apply({ edits }: Fix): void {
  const fromEnd = (a: FileEdit, b: FileEdit): number => b.start - a.start;
  for (const { file, start, end, text } of edits.toSorted(fromEnd)) paneOf(file)?.type(start, end, text);
  judge();
}

/** Puts the files into the address, without the secrets in them; returns whether they fit. Files that do not fit leave no others there. */
async function address(files: Pair | undefined): Promise<boolean> {
  latest += 1;
  const own = latest;
  const isEmpty = files?.global.text === "" && files.project.text === "";
  const fragment = isEmpty ? "" : files && (await fragmentOf(files));
  if (own !== latest) return writing;
  if (fragment === undefined) say(notice, TOO_LONG);
  else if (notice.textContent === TOO_LONG) say(notice, "");
  written = fragment ?? "";
  history.replaceState(null, "", `#${written}`);
  return fragment !== undefined;
}

/** Shows the files of the address; without any, the first example. The texts stay where the address is damaged. */
async function visit(): Promise<void> {
  const fragment = location.hash.slice(1);
  if (fragment === written && fragment !== "") return;
  latest += 1;
  const own = latest;
  const found = fragment === "" ? (EXAMPLES[0]?.pair ?? EMPTY) : await pairIn(fragment);
  if (own !== latest) return;
  say(notice, typeof found === "string" ? found : "");
  put(typeof found === "string" ? pair() : found);
}

/** Copies the address of the texts as they are now. */
async function copy(): Promise<void> {
  if (answers.inert) judge();
  if (!(await writing)) return say(notice, TOO_LONG);
  const isCopied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  say(
    notice,
    isCopied === true
      ? "The address is copied. It holds both files, without the secrets that this page found in them."
      : "The browser did not allow it: copy the address from its own line.",
  );
}

choice.append(...EXAMPLES.map(({ title }, index) => new Option(title, String(index))));
choice.addEventListener("change", () => {
  const example = EXAMPLES[Number(choice.value)];
  if (example === undefined) return;
  say(notice, "");
  put(example.pair);
});
defaults.addEventListener("change", judge);
byId("copy", HTMLButtonElement).addEventListener("click", () => void copy());
addEventListener("hashchange", () => void visit());
void visit();
