/** Prompts loaded from a disk in memory: texts by path, and what was made of them. */
import { type LoadPromptsParts, loadPrompts } from "../../src/agent/session/prompts/load.js";
import type { Prompts } from "../../src/agent/session/prompts/prompt.js";
import { Disk } from "../ports/disk.js";

export const PROJECT = "/home/me/work/site";
export const GLOBAL = "/home/me/.config/agent";

/** What a user vouches for: everything in the project, and nothing of it. */
export const TRUSTED = { root: PROJECT, prompts: "any" } as const;
export const FOREIGN = { root: PROJECT, prompts: undefined } as const;

/** A path that begins without `/` is one of the project. */
export type Texts = Readonly<Record<string, string | Uint8Array>>;

export async function diskOf(texts: Texts): Promise<Disk> {
  const disk = new Disk(1);
  const files = disk.files();
  for (const directory of [PROJECT, GLOBAL]) await files.makeDirectory(directory);
  for (const [name, content] of Object.entries(texts)) {
    const path = name.startsWith("/") ? name : files.join(PROJECT, name);
    await files.makeDirectory(files.join(path, ".."));
    const file = await files.open(path, "create");
    await file.append(typeof content === "string" ? new TextEncoder().encode(content) : content);
  }
  return disk;
}

export type Parts = Partial<Omit<LoadPromptsParts, "files">>;

export async function promptsOf(texts: Texts, parts: Parts = {}): Promise<Prompts> {
  const files = (await diskOf(texts)).files();
  return loadPrompts({
    ...{ files, project: PROJECT, repository: PROJECT, global: GLOBAL, isUsualGlobal: true },
    ...{ config: {}, followsLinks: true, standing: TRUSTED, ...parts },
  });
}

/** Names and origins: `plan project`. */
export function told(list: readonly { readonly name: string; readonly origin: string }[]): readonly string[] {
  return list.map(({ name, origin }) => `${name} ${origin}`);
}

/** Warnings as one text each, without the directory of the project. */
export function warned({ warnings }: Prompts): readonly string[] {
  return warnings.map(({ path, text }) => `${path.replace(`${PROJECT}/`, "")}: ${text}`);
}
