/** The directories of prompts: the same that the configuration is looked for in, with or without one (S1, S47, P-S78). */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { type AskedPlaces, type PromptPlaces, promptPlaces } from "../../src/agent/session/prompts/places.js";
import { temporary } from "../store/processes.js";
import { diskOf } from "./bench.js";

const HOME = "/home/me";
const SITE = "/home/me/work/site";
const ASKED: AskedPlaces = { workingDirectory: `${SITE}/packages/a/src`, env: {}, home: HOME, accountHome: HOME };

async function placesOf(
  texts: Readonly<Record<string, string>>,
  asked: Partial<AskedPlaces> = {},
): Promise<PromptPlaces> {
  const disk = await diskOf({ "packages/a/src/x.ts": "", ...texts });
  return promptPlaces(disk.files(), { ...ASKED, ...asked });
}

const REPOSITORY = { ".git/HEAD": "" };

test("the nearest `.agent` up to the repository's root, and that root", async () => {
  expect(await placesOf({ ...REPOSITORY, "packages/a/.agent/x": "" })).toMatchObject({
    ...{ project: `${SITE}/packages/a`, repository: SITE },
  });
  expect(await placesOf(REPOSITORY)).toMatchObject({ project: SITE, repository: SITE });
  // A directory above the repository is not looked at.
  expect((await placesOf({ ...REPOSITORY, "/home/me/.agent/x": "" })).project).toBe(SITE);
  // Nor is one above the working directory, outside of a repository.
  const { workingDirectory } = ASKED;
  expect(await placesOf({ ".agent/x": "" })).toMatchObject({ project: workingDirectory, repository: workingDirectory });
});

test("`--project` names a directory, or a file in one; without a configuration the directory stays", async () => {
  const texts = { ...REPOSITORY, "packages/b/.agent/config.yaml": "", "packages/c/agent.yaml": "" };
  const projectOf = async (project: string | false): Promise<string | undefined> =>
    (await placesOf(texts, { project })).project;
  expect(await projectOf(`${SITE}/packages/b`)).toBe(`${SITE}/packages/b`);
  expect(await projectOf(`${SITE}/packages/b/.agent`)).toBe(`${SITE}/packages/b`);
  expect(await projectOf("../../b/.agent/config.yaml")).toBe(`${SITE}/packages/b`);
  expect(await projectOf("../../c/agent.yaml")).toBe(`${SITE}/packages/c`);
  expect(await projectOf(false)).toBe(SITE);
  const elsewhere = await placesOf({ ...texts, "/other/.git/HEAD": "", "/other/sub/x": "" }, { project: "/other/sub" });
  expect(elsewhere).toMatchObject({ project: "/other/sub", repository: "/other" });
});

test("the global directory is where the global file is looked for, or the one that is named", async () => {
  const globalOf = async (asked: Partial<AskedPlaces>): Promise<string | undefined> =>
    (await placesOf({}, asked)).global;
  expect(await globalOf({})).toBe("/home/me/.config/agent");
  expect(await globalOf({ env: { XDG_CONFIG_HOME: "/etc/me" } })).toBe("/etc/me/agent");
  expect(await globalOf({ env: { XDG_CONFIG_HOME: "relative" } })).toBe("/home/me/.config/agent");
  expect(await globalOf({ home: undefined })).toBeUndefined();
  expect(await globalOf({ home: "relative" })).toBeUndefined();
  expect(await globalOf({ global: false })).toBeUndefined();
  expect(await globalOf({ global: "/etc/agent/config.yaml" })).toBe("/etc/agent");
  expect(await globalOf({ global: "mine.yaml" })).toBe(ASKED.workingDirectory);
});

test("the usual global directory is that of the account, whatever the environment says", async () => {
  const isUsual = async (asked: Partial<AskedPlaces>): Promise<boolean | undefined> =>
    (await placesOf({}, asked)).isUsualGlobal;
  expect(await isUsual({})).toBe(true);
  expect(await isUsual({ accountHome: undefined })).toBe(false);
  expect(await isUsual({ home: SITE })).toBe(false);
  expect(await isUsual({ env: { XDG_CONFIG_HOME: SITE } })).toBe(false);
  expect(await isUsual({ global: `${SITE}/agent.yaml` })).toBe(false);
});

let there: ReturnType<typeof temporary> | undefined;
afterEach(() => there?.remove());

test("a home and an `.agent` that are links are the directories that they lead to", async () => {
  there = temporary();
  const at = (...names: readonly string[]): string => join(there?.path ?? "", ...names);
  for (const name of ["real/work/.git", "real/work/a/b", "real/shared"]) mkdirSync(at(name), { recursive: true });
  symlinkSync("real", at("home"));
  symlinkSync("../../shared", at("real/work/a/.agent"));
  symlinkSync("nowhere", at("real/work/a/b/.agent"));
  const places = await promptPlaces(nodeFiles, {
    ...{ workingDirectory: at("home/work/a/b"), env: {}, home: at("home"), accountHome: at("real") },
  });
  expect(places).toMatchObject({ project: at("home/work/a"), repository: at("home/work"), isUsualGlobal: true });
});
