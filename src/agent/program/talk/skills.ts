/** Skills that a person calls by `/NAME`, with words behind the name (P-S109). */
import type { CatalogSkill } from "../../../generated/protocol/types.js";
import { table } from "../../../terminal/table.js";
import { beginningOf } from "../../../text/beginning.js";
import { printable } from "../../../text/escape.js";
import type { Daemon, DaemonState } from "../../wire/client/index.js";

type Skill = Pick<CatalogSkill, "name" | "description">;

/** What a line asks for. */
export interface SkillCall {
  readonly name: string;
  readonly words: string;
}

/** Those that users may call. */
export async function skillsOf(client: Pick<Daemon, "catalog">, signal: AbortSignal): Promise<readonly Skill[]> {
  const { skills }: Pick<DaemonState, "skills"> = await client.catalog({ signal });
  return skills.filter((skill) => skill.user_invocable);
}

/** The skill that a line begins with, the longest name first: names may hold spaces. */
export function skillIn(line: string, skills: readonly Skill[]): SkillCall | undefined {
  const said = line.slice(1).normalize("NFC").trimEnd();
  const named = skills.map(({ name }) => name).filter((name) => said === name || /^\s/.test(after(said, name) ?? ""));
  const name = named.toSorted((a, b) => b.length - a.length)[0];
  return name === undefined ? undefined : { name, words: said.slice(name.length).trim() };
}

function after(said: string, name: string): string | undefined {
  return said.startsWith(name) ? said.slice(name.length) : undefined;
}

export function skillTable(skills: readonly Skill[]): string {
  const rows = skills.map(({ name, description }) => [`/${short(name)}`, short(description)]);
  return rows.length === 0 ? "there is no skill for you (`.agent/skills/NAME/SKILL.md`)\n" : table(rows);
}

function short(text: string): string {
  return printable(beginningOf(text, LONGEST));
}

/** Most characters of a name, and of a description. */
const LONGEST = 200;
