/** Loads facets, subagents, skills and instructions once, by the order of P-S78. What cannot be used is a warning; the others are loaded. */
import type { EffectiveConfig, Standing } from "../../../index.js";
import { quoteList } from "../../../text/quote.js";
import type { Files } from "../../machine/interfaces/files.js";
import { attributesOf, colorsOf, switchOf, textOf, textsOf } from "./attributes.js";
import { Budget } from "./budget.js";
import { Confined } from "./confined.js";
import { type Fields, readMarkdown } from "./front-matter.js";
import type { PromptPlaces } from "./places.js";
import {
  type Facet,
  type Instructions,
  POLICIES,
  type Prompt,
  type Prompts,
  type Skill,
  type Subagent,
} from "./prompt.js";
import { SHIPPED_FACETS, SHIPPED_SUBAGENTS, type Shipped } from "./shipped.js";
import { configuredSources, discoveredSources, type Layout, type Source, type SourceFolder } from "./sources.js";
import { collecting, type Warn } from "./warnings.js";

export interface LoadPromptsParts extends PromptPlaces {
  readonly files: Files;
  /** The effective configuration. */
  readonly config: Pick<EffectiveConfig, "facets" | "subagents">;
  /** `daemon.follow_symlinks_for_configs` of the effective configuration. */
  readonly followsLinks: boolean;
  /**
   * What the user vouches for. A file of the project is a facet, a subagent or a skill while it holds the bytes that count; its `AGENTS.md` is
   * read in any case.
   */
  readonly standing: Pick<Standing, "root" | "prompts">;
}

/** Never rejects for anything that a file or directory holds. */
export async function loadPrompts(parts: LoadPromptsParts): Promise<Prompts> {
  const { config, standing, project: root } = parts;
  const { warn, collected } = collecting();
  const budget = new Budget();
  const places = await opened(parts, budget, warn);
  const { global } = places;
  const isVouched = standing.prompts === "any" || (standing.prompts && places.project?.isAt(standing.root));
  const project = isVouched ? places.project : undefined;
  const why = root === undefined ? NO_PROJECT : UNVOUCHED;

  async function sourcesOf(kind: Kind, layout: Layout): Promise<readonly Source[]> {
    const configured = kind === "skills" ? [] : configuredSources(kind, config[kind] ?? {}, { project, why }, warn);
    const ofProject =
      project &&
      (await discoveredSources({ directory: project, origin: "project", steps: [".agent", kind] }, layout, warn));
    const ofUser =
      global && (await discoveredSources({ directory: global, origin: "global", steps: [kind] }, layout, warn));
    return [...configured, ...(ofProject ?? []), ...(ofUser ?? [])];
  }

  const instructions = await instructionsOf(places, warn);
  const isRead = instructions.some(({ origin }) => origin === "project");
  if (places.project !== undefined && project === undefined) await sayWithheld(places.project, isRead, warn);
  const facets = await usable(
    [...(await sourcesOf("facets", "file")), ...shippedAs(SHIPPED_FACETS)],
    facetOf,
    budget,
    warn,
  );
  const ofSubagents = [...(await sourcesOf("subagents", "file")), ...shippedAs(SHIPPED_SUBAGENTS)];
  const subagents = await usable(ofSubagents, subagentOf, budget, warn);
  const skills = await usable(await sourcesOf("skills", "folder"), skillOf, budget, warn);
  return { facets, subagents, skills, instructions, warnings: collected() };
}

const KINDS = ["facets", "subagents", "skills"] as const;
type Kind = (typeof KINDS)[number];

const NO_PROJECT = "it is a file of a project, and there is none";
const UNVOUCHED = "it is a file of this project, which is not trusted; it does not count";

/**
 * The directories that are there. A global one in the project does not count: the project's author could fill it
 * (S47), unless its user has named the configuration there (S37).
 */
async function opened(
  { files, followsLinks, isUsualGlobal, isNamedGlobal, standing, ...named }: LoadPromptsParts,
  budget: Budget,
  warn: Warn,
) {
  const parts = { files, followsLinks, budget, counting: "any", mayLeave: false } as const;
  const open = async (directory: string | undefined, more = {}): Promise<Confined | undefined> =>
    directory === undefined ? undefined : Confined.open({ ...parts, ...more }, directory);
  const project = await open(named.project, { counting: standing.prompts ?? {} });
  const repository = await open(named.repository);
  const global = await open(named.global, { mayLeave: true });
  const isOfProject = [project, repository].some((one) => one !== undefined && global?.isIn(one));
  if (global === undefined || isUsualGlobal === true || !isOfProject) return { project, repository, global };
  // Others may have filled it: no link leads out of it.
  if (isNamedGlobal === true) return { project, repository, global: await open(named.global) };
  warn(global.pathOf(), "it lies in the project, so it does not count as the global directory", true);
  return { project, repository, global: undefined };
}

/** Once, and only where there is something to say it of. `isRead`: whether its `AGENTS.md` counts. */
async function sayWithheld(project: Confined, isRead: boolean, warn: Warn): Promise<void> {
  const there: string[] = [];
  for (const kind of KINDS) if (await project.has(".agent", kind)) there.push(`.agent/${kind}`);
  const withheld = there.length === 0 ? [] : [`nothing is loaded from ${quoteList(there, "and")}`];
  const said = [...withheld, ...(isRead ? ["its `AGENTS.md` is read as instructions"] : [])];
  if (said.length > 0) warn(project.pathOf(), `it is not trusted: ${said.join("; ")}`, true);
}

function shippedAs(prompts: readonly Shipped[]): readonly Source[] {
  return prompts.map(({ name, reference, description, body }) => ({
    ...({ name, description, origin: "shipped", path: reference } as const),
    read: async () => ({ kind: "text", text: body }) as const,
  }));
}

/** What a kind of prompt takes from the front matter, beside what all have. */
type Build<Value> = (
  fields: Fields,
  prompt: Prompt,
  source: { readonly folder?: SourceFolder; readonly warn: (text: string) => void },
) => Value;

/** For each name the first source that can be used, sorted by name. */
async function usable<Value extends Prompt>(
  sources: readonly Source[],
  build: Build<Value>,
  budget: Budget,
  warn: Warn,
): Promise<readonly Value[]> {
  const found = new Map<string, Value>();
  for (const source of sources) {
    const { name, path } = source;
    if (found.has(name)) continue;
    const value = await promptAt(source, build, budget, (text, isUnvouched) => warn(path, text, isUnvouched));
    if (value !== undefined) found.set(name, value);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function promptAt<Value>(
  { name, origin, description = "", read, folder }: Source,
  build: Build<Value>,
  budget: Budget,
  warn: (text: string, isUnvouched?: true) => void,
): Promise<Value | undefined> {
  const text = await read();
  if (text.kind !== "text") {
    if (text.kind === "absent") warn("it is not there");
    else warn(text.why, text.isUnvouched);
    return undefined;
  }
  const markdown = await readMarkdown(text.text, budget);
  if (markdown.kind === "broken") {
    warn(markdown.why);
    return undefined;
  }
  const { fields, body } = markdown;
  const place = { warn, ...(folder === undefined ? {} : { folder }) };
  const built = attributesOf(() =>
    build(fields, { name, origin, body, description: textOf(fields, "description") ?? description }, place),
  );
  if (built.kind === "fit") return built.value;
  warn(built.why);
  return undefined;
}

const facetOf: Build<Facet> = (fields, prompt, { warn }) => {
  const { color, remark } = colorsOf(fields, prompt.name);
  if (remark !== undefined) warn(remark);
  return { ...prompt, ...workOf(fields, warn), color };
};

const subagentOf: Build<Subagent> = (fields, prompt, { warn }) => ({
  ...prompt,
  ...workOf(fields, warn),
  tags: textsOf(fields, "tags") ?? [],
});

const skillOf: Build<Skill> = (fields, prompt, { folder }) => ({
  ...prompt,
  tags: textsOf(fields, "tags") ?? [],
  userInvocable: switchOf(fields, "user_invocable", true),
  modelInvocable: switchOf(fields, "model_invocable", true),
  folder: folder?.path ?? "",
  files: folder?.files ?? (async () => []),
});

function workOf(fields: Fields, warn: (text: string) => void): Pick<Facet, "model" | "tools" | "policies"> {
  const policies = textsOf(fields, "policies") ?? [];
  const unknown = policies.filter((policy) => !POLICIES.includes(policy));
  if (unknown.length > 0)
    warn(`nothing here knows its ${unknown.length === 1 ? "policy" : "policies"} ${quoteList(unknown, "and")}`);
  return {
    model: textOf(fields, "model") ?? null,
    tools: textsOf(fields, "tools") ?? null,
    policies,
  };
}

const FILE = "AGENTS.md";

interface Places {
  readonly global: Confined | undefined;
  readonly repository: Confined | undefined;
}

/** `AGENTS.md` of the global directory, then of the repository's root (P-S78). It is read of every project, trusted or not. */
async function instructionsOf({ global, repository }: Places, warn: Warn): Promise<readonly Instructions[]> {
  // Somebody may work on the global directory itself.
  const project = repository !== undefined && global?.isSame(repository) ? undefined : repository;
  const all = [await instructionsIn(global, "global", warn), await instructionsIn(project, "project", warn)];
  return all.filter((one) => one !== undefined);
}

async function instructionsIn(
  directory: Confined | undefined,
  origin: Instructions["origin"],
  warn: Warn,
): Promise<Instructions | undefined> {
  if (directory === undefined) return undefined;
  const read = await directory.text(FILE);
  if (read.kind === "refused") warn(directory.pathOf(FILE), read.why);
  if (read.kind !== "text") return undefined;
  const text = read.text.replaceAll("\r\n", "\n").trim();
  return text === "" ? undefined : { file: FILE, text, origin };
}
