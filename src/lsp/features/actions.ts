/** Actions for findings. The edits of an action are computed when the editor resolves it: all fixes together cost several checks. */
import { type Action, type ActionKind, actionsFor } from "../../service/actions/actions.js";
import type { LintResult } from "../../toolkit/judge/analysis/run.js";
import type { Source } from "../../toolkit/read/document/source.js";
import { isShown, rangeOf } from "../diagnostics.js";
import { workspaceEdit } from "../edits.js";
import { feature } from "../feature.js";
import { offsetIn } from "../positions.js";
import type { CodeAction, CodeActionParams, Diagnostic, Range } from "../protocol.js";
import { openAt, type Session } from "../session.js";

const FIX_ALL = "source.fixAll.agentcfg";
const KIND: Readonly<Record<ActionKind, string>> = {
  ...{ fix: "quickfix", "fix-unsafe": "quickfix", "suppress-line": "quickfix", "suppress-file": "quickfix" },
  "fix-all": FIX_ALL,
};

/** Finds an action again when it is resolved. */
interface Remembered {
  readonly uri: string;
  readonly range: Range;
  readonly version: number | null;
  readonly index: number;
}

export const codeAction = feature<CodeActionParams>({
  method: "textDocument/codeAction",
  offer: ({ textDocument }) => ({
    codeActionProvider: {
      codeActionKinds: ["quickfix", FIX_ALL],
      resolveProvider: textDocument?.codeAction?.resolveSupport?.properties?.includes("edit") === true,
    },
  }),
  answer: (session, { textDocument: { uri }, range, context }): readonly CodeAction[] => {
    const resolves = session.client.textDocument?.codeAction?.resolveSupport?.properties?.includes("edit") === true;
    const version = versionOf(session, uri);
    const shown = context?.diagnostics ?? [];
    return actionsAt(session, uri, range).flatMap(({ action, source }, index) => {
      const kind = KIND[action.kind];
      if (context?.only?.some((only) => isWithin(kind, only)) === false) return [];
      const data: Remembered = { uri, range, version, index };
      const more = resolves ? { data } : editOf(session, action);
      return more === undefined ? [] : [{ ...named(action), ...resolvedBy(action, source, shown), ...more }];
    });
  },
});

export const resolveCodeAction = feature<CodeAction>({
  method: "codeAction/resolve",
  offer: () => ({}),
  answer: (session, action) => {
    const remembered: Partial<Remembered> = action.data ?? {};
    const { uri, range, version, index } = remembered;
    if (uri === undefined || range === undefined || index === undefined) return action;
    // The text may have changed by now; the editor then asks again.
    if (versionOf(session, uri) !== version) return action;
    const offer = actionsAt(session, uri, range)[index];
    return offer === undefined ? action : { ...action, ...editOf(session, offer.action) };
  },
});

interface Offered {
  readonly action: Action;
  /** The text that its places are in. */
  readonly source: Source;
}

function actionsAt(session: Session, uri: string, range: Range): readonly Offered[] {
  const { workspace } = session;
  const open = openAt(workspace, uri);
  if (open === undefined || open.kind === "policy") return [];
  const { state, text } = open;
  const { source } = text.document;
  const span = { start: offsetIn(source, range.start), end: offsetIn(source, range.end) };
  const wanted = (result: LintResult): LintResult["diagnostics"] =>
    state.settings.judge(result).diagnostics.filter((finding) => isShown(finding, workspace.options));
  return actionsFor(state.run, text.layer, span, wanted).map((action) => ({ action, source }));
}

function named({ kind, title }: Action): CodeAction {
  return { title, kind: KIND[kind], ...(kind === "fix" && { isPreferred: true }) };
}

/** The editor's diagnostics that match the findings of an action: the same rule, at the same place. */
function resolvedBy(
  { about }: Action,
  source: Source,
  diagnostics: readonly Diagnostic[],
): Pick<CodeAction, "diagnostics"> {
  if (diagnostics.length === 0) return {};
  const own = new Set(about.map((finding) => keyOf(finding.rule, rangeOf(source, finding))));
  const matching = diagnostics.filter(
    ({ code, source: by, range }) => by === "agentcfg" && own.has(keyOf(code, range)),
  );
  return matching.length === 0 ? {} : { diagnostics: matching };
}

function keyOf(rule: Diagnostic["code"], range: Range): string {
  return JSON.stringify([rule, range.start.line, range.start.character, range.end.line, range.end.character]);
}

/** Undefined for an action that changes nothing, or a file without an address. */
function editOf(session: Session, action: Action): Pick<CodeAction, "edit"> | undefined {
  const edits = action.edits();
  const edit = edits.length === 0 ? undefined : workspaceEdit(session, edits, false);
  return edit && { edit };
}

/** Kinds are words with dots: `source` stands for all that begin with it. */
function isWithin(kind: string, only: string): boolean {
  return kind === only || kind.startsWith(`${only}.`);
}

function versionOf({ workspace }: Session, uri: string): number | null {
  return workspace.versionOf(uri) ?? null;
}
