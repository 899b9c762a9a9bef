/** What a user vouches for in the place that a configuration is loaded for, as one value (S58). */
import { type Host, isInside } from "../../read/host/host.js";
import { realName } from "../../read/layers/identity.js";
import { type Grant, grantOf, ownedBy, readGrants } from "./grants.js";
import type { Grounds } from "./grounds.js";
import { type NamedPrompt, type PromptFile, promptFiles, readPrompts, unchangedPrompts } from "./prompts.js";
import { namedBelow, type Refusal, type Vouched, type VouchedConfiguration } from "./vouch.js";

export interface Standing {
  /** The root of the project; without a project the working directory. A real path. */
  readonly root: string;
  /** Whether the working directory is its user's own: the user vouches for its path, whatever changes in it. */
  readonly isOwn: boolean;
  /**
   * The files of the project that count as facets, subagents and skills, by path below the root, with their SHA-256; `any` counts all of
   * them. Undefined if the project may not change the agent, because the user did not vouch for its state.
   */
  readonly prompts: "any" | Readonly<Record<string, string>> | undefined;
  /** Where programs of the user's own configuration can start: `Grounds.userDirectory`. */
  readonly userDirectory: string | undefined;
}

/** The place that a configuration is loaded for. */
export interface Situation {
  readonly root: string;
  /** The caller's choice of the project. */
  readonly project: string | false | undefined;
  readonly grounds: Grounds;
  /** The file of the project, and those that it names; undefined without a project. Read when first asked for. */
  readonly configuration: () => VouchedConfiguration | Refusal | undefined;
  /** The files of the project that the user's own configuration names as prompts. */
  readonly named: () => readonly NamedPrompt[];
  /** The whole state. Read at the first call. */
  readonly state: () => Vouched | Refusal;
}

/** The trust options of `load`: whom the calling program believes. */
export interface Belief {
  readonly projectTrust?: "trusted" | "granted" | "untrusted";
  readonly trustedProjects?: readonly string[];
}

export function standingOf(host: Host, at: Situation, { projectTrust = "trusted", trustedProjects }: Belief): Standing {
  const place = { root: realName(host, at.root), userDirectory: at.grounds.userDirectory() };
  if (projectTrust === "trusted") return { ...place, isOwn: true, prompts: "any" };
  if (projectTrust === "untrusted") return { ...place, isOwn: false, prompts: undefined };
  return { ...place, ...(trustedProjects === undefined ? grantedAt(host, at) : listedAt(host, at, trustedProjects)) };
}

type Vouching = Pick<Standing, "isOwn" | "prompts">;

/** By the list that the user keeps. */
function grantedAt(host: Host, at: Situation): Vouching {
  const known = readGrants(host, at.grounds.isInProject);
  if ("reason" in known) return { isOwn: false, prompts: undefined };
  const isOwn = ownedBy(host, known, host.cwd) !== undefined;
  const configuration = at.project === false ? NOT_READ : at.configuration();
  if (configuration !== undefined && "reason" in configuration) return { isOwn, prompts: undefined };
  const grant = grantOf(known, { root: realName(host, at.root), file: configuration?.file });
  if (grant === undefined || grant.configuration?.sha256 !== configuration?.sha256)
    return { isOwn, prompts: undefined };
  return { isOwn, prompts: { ...sumsNamed(host, at.root, configuration), ...unchangedSince(host, at, grant) } };
}

/** `--no-project`: an unread project cannot be compared. */
const NOT_READ: Refusal = { reason: "it is not read" };

type Sums = Readonly<Record<string, string>>;

function unchangedSince(host: Host, { root, named }: Situation, { prompts }: Grant): Sums {
  // Without a recorded prompt, no prompt is read.
  const now = prompts.size === 0 ? [] : readPrompts(host, root, named());
  return "reason" in now ? {} : Object.fromEntries(unchangedPrompts(new Map(Object.entries(sumsOf(now))), prompts));
}

function sumsNamed(host: Host, root: string, configuration: VouchedConfiguration | undefined): Sums {
  if (configuration === undefined) return {};
  return sumsOf(Array.from(namedBelow(host, root, configuration), ([name, read]) => ({ name, ...read })));
}

function sumsOf(files: readonly { readonly name: string; readonly sha256: string }[]): Sums {
  return Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]));
}

/** By a list of sums that the calling program keeps. */
function listedAt(host: Host, { root, state }: Situation, sums: readonly string[]): Vouching {
  const now = state();
  if ("reason" in now || !sums.includes(now.sha256)) return { isOwn: false, prompts: undefined };
  const prompts = { ...sumsNamed(host, root, now.configuration), ...sumsOf(now.prompts) };
  const cwd = realName(host, host.cwd);
  return { isOwn: cwd === now.root || isInside(cwd, now.root), prompts };
}

/** The facets, subagents and skills of the project that do not count, each with its file. Files are listed, and none is read. */
export function withheldPrompts(
  host: Host,
  { root, prompts }: Standing,
  named: readonly NamedPrompt[],
): readonly PromptFile[] {
  if (prompts === "any") return [];
  const files = promptFiles(host, root, named);
  if ("reason" in files) return [];
  const isRead = ({ section, prompt, name }: PromptFile): boolean =>
    section !== "skills" || name === `.agent/skills/${prompt}/SKILL.md`;
  return files.filter((file) => isRead(file) && !Object.hasOwn(prompts ?? {}, file.name));
}
