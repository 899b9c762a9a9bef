/** Completions at the cursor: keys, values, names and whole entries. */
import { completionsAt } from "../../service/complete/complete.js";
import type { Completion, Known } from "../../service/complete/completion.js";
import { plainText } from "../../service/complete/snippet-text.js";
import { printable } from "../../text/escape.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { lineSpan } from "../../toolkit/read/document/source.js";
import { feature } from "../feature.js";
import { offsetIn, rangeIn } from "../positions.js";
import { type Line, markup, takesMarkdown } from "../prose.js";
import type {
  ClientCapabilities,
  CompletionItem,
  CompletionItemKind,
  CompletionParams,
  InsertTextFormat,
  InsertTextMode,
} from "../protocol.js";
import { type Opened, openAt } from "../session.js";

/** Property, enum member, reference, unit, variable, snippet. */
const KIND: Readonly<Record<Completion["kind"], CompletionItemKind>> = {
  ...{ key: 10, value: 20, name: 18, level: 11, variable: 6, snippet: 15 },
};

const SNIPPET: InsertTextFormat = 2;
const ADJUST_INDENTATION: InsertTextMode = 2;

/** Characters that trigger completion, besides letters. */
const TRIGGERS = [":", " ", "{", "[", ",", '"', "'", "(", "$", "_"];

export const completion = feature<CompletionParams>({
  method: "textDocument/completion",
  offer: () => ({ completionProvider: { triggerCharacters: TRIGGERS, resolveProvider: false } }),
  answer: ({ workspace, client }, { textDocument, position }): readonly CompletionItem[] => {
    const open = openAt(workspace, textDocument.uri);
    if (open === undefined) return [];
    const { source, format } = open.text.document;
    const typed = { text: source.text, format, shape: open.shape, scope: scopeOf(open) };
    const known = { ...knownTo(open), schema: workspace.machine.schemas[open.kind]() };
    const offset = offsetIn(source, position);
    const able = abilitiesOf(client);
    const line = lineSpan(source, position.line + 1);
    const [indented = ""] = able.indents ? [] : (/^[ \t]*/.exec(source.text.slice(line.start, line.end)) ?? []);
    return completionsAt(typed, offset, known).map((item, index) => itemOf(item, index, source, indented, able));
  },
});

function scopeOf(open: Opened): Scope | undefined {
  return open.kind === "policy" ? undefined : open.text.layer.scope;
}

/** Nothing is substituted in a policy, and it refers to no names. */
function knownTo(open: Opened): Pick<Known, "snapshot" | "variables"> {
  if (open.kind === "policy") return { snapshot: undefined, variables: [] };
  if (open.kind === "permissions") return { snapshot: open.state.snapshot, variables: [] };
  return { snapshot: open.state.snapshot, variables: Object.keys(open.state.host.env) };
}

interface Abilities {
  readonly snippets: boolean;
  readonly markdown: boolean;
  readonly indents: boolean;
}

function abilitiesOf({ textDocument }: ClientCapabilities): Abilities {
  const item = textDocument?.completion?.completionItem;
  return {
    snippets: item?.snippetSupport === true,
    markdown: takesMarkdown(item?.documentationFormat),
    indents: item?.insertTextModeSupport?.valueSet?.includes(ADJUST_INDENTATION) === true,
  };
}

function itemOf(
  item: Completion,
  index: number,
  source: Parameters<typeof rangeIn>[0],
  indented: string,
  able: Abilities,
): CompletionItem {
  const { kind, isSnippet, span, documentation, isRequired } = item;
  const [label, detail] = [printable(item.label), item.detail && printable(item.detail)];
  const written = able.snippets ? item.insert : plainText(item);
  // Editors compare the replaced text with this one, and it may begin with a quote.
  const quote = /^["']/.exec(source.text.slice(span.start, span.end))?.[0] ?? "";
  const lines: readonly Line[] = documentation === undefined ? [] : [[documentation]];
  return {
    label,
    kind: KIND[kind],
    sortText: String(index).padStart(6, "0"),
    filterText: `${quote}${label}`,
    textEdit: { range: rangeIn(source, span), newText: written.replaceAll("\n", `\n${indented}`) },
    ...(isSnippet && able.snippets && { insertTextFormat: SNIPPET }),
    ...(able.indents && { insertTextMode: ADJUST_INDENTATION }),
    ...(detail !== undefined && { detail: isRequired ? `${detail}, required` : detail }),
    ...(lines.length > 0 && { documentation: markup(lines, able.markdown) }),
  };
}
