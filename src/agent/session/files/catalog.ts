/** The files of the working directory: one walk for all who ask, remembered for a while and until a tool changes a file (spec 8). */

import { isWithin } from "../../../permissions/outcome.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { Tree } from "../../machine/interfaces/tree.js";
import { type CatalogSettings, type Folder, type Walk, walk } from "./walk.js";

interface CatalogParts {
  readonly tree: Tree;
  readonly clock: Clock;
  /** The session's working directory, without links. */
  readonly directory: string;
  /** Asked at each walk: a reload may change them. */
  readonly settings: () => CatalogSettings;
}

interface Remembered {
  readonly walked: Promise<Walk>;
  /** When it ended, by the monotonic clock; undefined while it runs. */
  at: number | undefined;
  walk: Walk | undefined;
}

/** Files below a directory. */
export interface Listing extends Walk {
  /** Where the paths of the folders begin. */
  readonly start: string;
}

const SECOND = 1000;

export class FileCatalog {
  readonly #parts: CatalogParts;
  /** By whether ignored files are in it. */
  readonly #remembered = new Map<boolean, Remembered>();

  constructor(parts: CatalogParts) {
    this.#parts = parts;
  }

  /** A tool has changed files: the next one who asks gets another walk. */
  forget(): void {
    this.#remembered.clear();
  }

  /** The files below a directory. One that the walk of the working directory leaves out, and one outside of it, is walked by itself. */
  async below(place: string, showsIgnored: boolean): Promise<Listing> {
    const { tree, directory } = this.#parts;
    if (!isWithin(directory, place)) return this.#walk(place, showsIgnored);
    const whole = await this.#whole(showsIgnored);
    if (place === directory) return { ...whole, start: place };
    const path = tree.relative(directory, place);
    const folders = whole.folders.filter((folder) => folder.path === path || folder.path.startsWith(`${path}/`));
    if (folders.length === 0) return this.#walk(place, showsIgnored);
    const below = (folder: Folder): Folder => ({ ...folder, path: folder.path.slice(path.length + 1) });
    return { ...whole, start: place, folders: folders.map(below) };
  }

  /** At most `most` paths of files of a name, from the working directory, as far as a walk is remembered. */
  remembered(name: string, most: number): readonly string[] {
    const { folders = [] } = this.#remembered.get(false)?.walk ?? {};
    const paths: string[] = [];
    for (const { path, files } of folders) {
      if (files.includes(name)) paths.push(path === "" ? name : `${path}/${name}`);
      if (paths.length === most) break;
    }
    return paths;
  }

  #whole(showsIgnored: boolean): Promise<Walk> {
    const { clock, directory, settings } = this.#parts;
    const before = this.#remembered.get(showsIgnored);
    const life = settings().cache_ttl_secs * SECOND;
    if (before !== undefined && (before.at === undefined || clock.monotonic() < before.at + life)) return before.walked;
    const remembered: Remembered = { walked: this.#walk(directory, showsIgnored), at: undefined, walk: undefined };
    this.#remembered.set(showsIgnored, remembered);
    void remembered.walked.then(
      (walked) => {
        [remembered.at, remembered.walk] = [clock.monotonic(), walked];
      },
      () => this.#remembered.delete(showsIgnored),
    );
    return remembered.walked;
  }

  async #walk(start: string, showsIgnored: boolean): Promise<Listing> {
    const { tree, clock, settings } = this.#parts;
    return { ...(await walk(start, { tree, clock, settings: settings(), showsIgnored })), start };
  }
}
