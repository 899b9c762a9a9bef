/** The facets, subagents and skills of a project as items of a review: each file with its sum, and the model in its front matter (S58). */
import { formatPath } from "../../text/path.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { settingAt } from "../../toolkit/mean/configuration/setting.js";
import { REDACTED } from "../../toolkit/mean/redaction/cover.js";
import type { Redactor } from "../../toolkit/mean/redaction/redactor.js";
import type { ReadPrompt } from "../../toolkit/mean/trust/prompts.js";
import { namedBelow, type Vouched } from "../../toolkit/mean/trust/vouch.js";
import { toData } from "../../toolkit/read/document/node.js";
import { parse } from "../../toolkit/read/document/parse.js";
import { rangeOf } from "../../toolkit/read/document/source.js";
import type { Host } from "../../toolkit/read/host/host.js";
import { whole } from "./full-text.js";
import type { ReviewItem } from "./items.js";

/** A prompt to review. `isNamed`: the configuration of the project names its file, and so has an item about it. */
export type ReviewedPrompt = ReadPrompt & { readonly isNamed?: true };

/** The prompts of a state: the review shows exactly the bytes that the state contains. */
export function promptsOf(host: Host, root: string, state: Vouched, snapshot: Snapshot): readonly ReviewedPrompt[] {
  const { configuration, prompts } = state;
  const named = configuration === undefined ? new Map<string, never>() : namedBelow(host, root, configuration);
  return [
    ...prompts,
    ...sourcesIn(snapshot).flatMap(({ section, prompt, name }): readonly ReviewedPrompt[] => {
      const read = named.get(name);
      return read === undefined ? [] : [{ section, prompt, name, ...read, isNamed: true }];
    }),
  ];
}

type Source = Pick<ReadPrompt, "section" | "prompt" | "name">;

/** The sources that the project gives to facets and subagents, as paths from its root. */
export function sourcesIn({ settings }: Snapshot): readonly Source[] {
  return (["facets", "subagents"] as const).flatMap((section) => {
    const entries = settingAt(settings, [section]);
    return [...(entries?.kind === "object" ? entries.entries.keys() : [])].flatMap((prompt): readonly Source[] => {
      const source = settingAt(settings, [section, prompt, "source"]);
      if (source?.kind !== "scalar" || typeof source.value !== "string") return [];
      const isOfProject = typeof source.source !== "string" && source.source.scope === "project";
      return isOfProject ? [{ section, prompt, name: source.value.replace(/^(?:\.\/)+/, "") }] : [];
    });
  });
}

interface Items {
  readonly context: readonly ReviewItem[];
  readonly models: readonly ReviewItem[];
}

/** `shown`: a name for reports. */
export function promptItems(
  prompts: readonly ReviewedPrompt[],
  open: Redactor,
  shown: (name: string) => string,
): Items {
  const itemOf = (one: ReviewedPrompt, what: string, more: readonly string[], line = 1): ReviewItem => {
    const path = open.text(formatPath([one.section, one.prompt, ...more]));
    return {
      ...{ path: whole(path), what: whole(what), file: whole(open.text(shown(one.name))), line, column: 1 },
      raw: JSON.stringify([one.name, one.sha256, what]),
      isCovered: `${path} ${what}`.includes(REDACTED),
    };
  };
  const models = prompts.flatMap((one) => {
    const model = one.section === "skills" ? undefined : modelIn(one.head);
    return model === undefined ? [] : [itemOf(one, open.text(model.what), ["model"], model.line)];
  });
  const unnamed = prompts.filter(({ isNamed }) => isNamed !== true);
  const context = unnamed.map((one) => itemOf(one, `sha256 ${one.sha256}: ${open.text(nameOf(one))}`, []));
  return { context, models };
}

const KINDS = { facets: "the facet", subagents: "the subagent", skills: "the skill" } as const;

function nameOf({ section, prompt, name }: ReviewedPrompt): string {
  const isSkillFile = section === "skills" && name !== `.agent/skills/${prompt}/SKILL.md`;
  return `${isSkillFile ? "in " : ""}${KINDS[section]} ${prompt}`;
}

/** The model of a front matter, in words; an unreadable front matter may contain one. */
function modelIn(head: string): { readonly what: string; readonly line: number } | undefined {
  const text = head.replaceAll("\r\n", "\n");
  const start = /^---[ \t]*\n/.exec(text)?.[0];
  if (start === undefined) return undefined;
  const rest = text.slice(start.length);
  const yaml = rest.slice(0, /^(?:---|\.\.\.)[ \t]*$/m.exec(rest)?.index);
  const { source, root, problems } = parse({ file: "", text: yaml }, "yaml");
  if (root === undefined || problems.length > 0) return { what: "a front matter that cannot be read", line: 1 };
  const entry = root.entries.get("model");
  if (entry === undefined) return undefined;
  const value = toData(entry.value);
  return {
    what: typeof value === "string" ? value : JSON.stringify(value),
    line: rangeOf(source, entry.keySpan).start.line + 1,
  };
}
