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

/** Milliseconds from the last key to the findings. */
const SOON = 150;

const global = new Pane("global", () => later());
const project = new Pane("project", () => later());
const panes = [global, project];
const notice = byId("notice", HTMLElement);
const choice = byId("example", HTMLSelectElement);
const all = byId("fix-all", HTMLButtonElement);
const defaults = byId("defaults", HTMLInputElement);
const answers = byId("answers", HTMLElement);

let timer: ReturnType<typeof setTimeout> | undefined;
/** The fragment that this page wrote last: a change to it is no visit. */
let written = "";

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
  timer = setTimeout(judge, SOON);
}

function judge(): void {
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
  void address(withoutSecrets(files, result));
}

function isSame(one: Pair, other: Pair): boolean {
  return panes.every(({ scope }) => one[scope].text === other[scope].text && one[scope].format === other[scope].format);
}

function fixAll(files: Pair, run: Run): void {
  const after = fixed(files, run);
  for (const pane of panes) {
    const [{ text: before }, { text }] = [files[pane.scope], after[pane.scope]];
    if (text !== before) pane.type(0, before.length, text);
  }
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

/** Puts the files into the address, without the secrets in them. */
async function address(files: Pair): Promise<void> {
  const isEmpty = files.global.text === "" && files.project.text === "";
  const fragment = isEmpty ? "" : await fragmentOf(files);
  if (fragment === undefined) return say(notice, "The files are too long for an address.");
  written = fragment;
  history.replaceState(null, "", fragment === "" ? "#" : `#${fragment}`);
}

/** Shows the files of the address; without any, the first example. */
async function visit(): Promise<void> {
  const fragment = location.hash.slice(1);
  if (fragment === written && fragment !== "") return;
  const found = fragment === "" ? (EXAMPLES[0]?.pair ?? EMPTY) : await pairIn(fragment);
  say(notice, typeof found === "string" ? found : "");
  put(typeof found === "string" ? EMPTY : found);
}

choice.append(...EXAMPLES.map(({ title }, index) => new Option(title, String(index))));
choice.addEventListener("change", () => {
  const example = EXAMPLES[Number(choice.value)];
  if (example === undefined) return;
  say(notice, "");
  put(example.pair);
});
defaults.addEventListener("change", judge);
byId("copy", HTMLButtonElement).addEventListener("click", () => {
  navigator.clipboard?.writeText(location.href).then(
    () => say(notice, "The address is copied. It holds both files, without the secrets that this page found in them."),
    () => say(notice, "The browser did not allow it: copy the address from its own line."),
  );
});
addEventListener("hashchange", () => void visit());
void visit();
