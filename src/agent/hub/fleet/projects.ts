/** The projects of sessions, each looked for once, and how many sessions each has (P-S74). */
import { limits } from "../../../generated/protocol/tables.js";
import type { FleetProject } from "../../../generated/protocol/types.js";
import type { Files } from "../../ports/files.js";
import { fewAtOnce } from "../../run/store/few-at-once.js";
import { hasGitIn, projectOf } from "../../run/store/project.js";
import { shortened } from "../../wire/core/text-size.js";
import { projectIdOf } from "./row.js";

export class Projects {
  readonly #files: Files;
  /** By working directory. */
  readonly #known = new Map<string, string>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** The root of the repository that holds each directory, else the directory. Never rejects. */
  async of(workingDirectories: readonly string[]): Promise<ReadonlyMap<string, string>> {
    // Working directories share the directories above them: each is asked once, and again with the next sessions.
    const asked = new Map<string, Promise<boolean>>();
    const hasGit = (directory: string): Promise<boolean> => {
      const answer = asked.get(directory) ?? hasGitIn(this.#files, directory);
      asked.set(directory, answer);
      return answer;
    };
    const unknown = [...new Set(workingDirectories)].filter((directory) => !this.#known.has(directory));
    await fewAtOnce(unknown, async (directory) => {
      this.#known.set(directory, await projectOf(this.#files, directory, hasGit));
    });
    return this.#known;
  }
}

/** A project as the catalog shows it. */
export function projectRow(path: string, sessions: number): FleetProject {
  const name = path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
  return {
    project_id: projectIdOf(path),
    name: shortened(name, limits.summaryTextBytes),
    session_count: sessions,
  };
}
