/** The projects of sessions, each looked for once, and how many sessions each has (P-S74). */
import { limits } from "../../../generated/protocol/tables.js";
import type { FleetProject } from "../../../generated/protocol/types.js";
import type { Files } from "../../ports/files.js";
import { projectOf } from "../../run/store/project.js";
import { shortened } from "../../wire/core/text-size.js";
import { projectIdOf } from "./row.js";

export class Projects {
  readonly #files: Files;
  /** By working directory. */
  readonly #known = new Map<string, Promise<string>>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** The root of the repository that holds a directory, else the directory. Never rejects. */
  of(workingDirectory: string): Promise<string> {
    const known = this.#known.get(workingDirectory);
    if (known !== undefined) return known;
    const found = projectOf(this.#files, workingDirectory);
    this.#known.set(workingDirectory, found);
    return found;
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
