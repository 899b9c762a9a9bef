/** The prompts of a daemon: read anew whenever somebody asks, with each warning said once. */
import { type LoadOptions, nodeHost } from "../../../index.js";
import { FileError, type Files } from "../../machine/interfaces/files.js";
import type { Log } from "../../machine/interfaces/log.js";
import { loadPrompts } from "../prompts/load.js";
import { type PromptPlaces, promptPlaces } from "../prompts/places.js";
import type { Prompts } from "../prompts/prompt.js";
import type { ConfigurationInUse } from "./configuration.js";

/** Reads the prompts as they are now. */
export type ReadPrompts = () => Promise<Prompts>;

/** Looks for the directories once. */
export async function promptReader(
  workingDirectory: string,
  { global, project, env = {} }: Pick<LoadOptions, "global" | "project" | "env">,
  configuration: ConfigurationInUse,
  files: Files,
  log: Log,
): Promise<ReadPrompts> {
  const accountHome = nodeHost().accountHome?.();
  const places = await placesOf(files, { workingDirectory, global, project, env, home: env["HOME"], accountHome });
  const said = new Set<string>();
  return async () => {
    const { config, standing } = configuration.inUse;
    const followsLinks = config.daemon.follow_symlinks_for_configs;
    const prompts = await loadPrompts({ ...places, files, config, followsLinks, standing });
    for (const { path, text } of prompts.warnings) {
      if (said.has(`${path} ${text}`)) continue;
      said.add(`${path} ${text}`);
      log.say("warn", text, { path });
    }
    return prompts;
  };
}

const NOWHERE: PromptPlaces = { project: undefined, repository: undefined, global: undefined };

async function placesOf(files: Files, asked: Parameters<typeof promptPlaces>[1]): Promise<PromptPlaces> {
  try {
    return await promptPlaces(files, asked);
  } catch (error) {
    if (error instanceof FileError) return NOWHERE;
    throw error;
  }
}
