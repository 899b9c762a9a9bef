/** Everything that is open, and the configurations that it belongs to. */
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { locate } from "../../toolkit/read/layers/locate.js";
import { Buffers } from "../documents/buffers.js";
import { type Claim, claimOf } from "../documents/claims.js";
import { overlaid } from "../documents/overlay.js";
import type { Machine } from "../machine.js";
import { type Options, optionsOf } from "../options.js";
import { Project } from "./project.js";
import type { State, Text } from "./state.js";

/** A text in one of the configurations that it is part of. */
export interface Part {
  readonly state: State;
  readonly text: Text;
}

export class Workspace {
  readonly buffers = new Buffers();
  readonly machine: Machine;
  /** Directories that the editor has open. */
  folders: readonly string[] = [];
  #options: Options = optionsOf(undefined);
  #projects: ReadonlyMap<string, Project> = new Map();

  constructor(machine: Machine) {
    this.machine = machine;
  }

  get options(): Options {
    return this.#options;
  }

  set options(options: Options) {
    this.#options = options;
    this.#projects = new Map();
  }

  /** The layer that a file is, by its name; undefined for a file that is no configuration. */
  claim(file: string): Claim | undefined {
    return claimOf(this.machine.hostAt(), file, this.#options.global);
  }

  /** The configurations of all open files, the one opened last first. */
  get states(): readonly State[] {
    const open = this.buffers.all.map(({ file }) => this.claim(file));
    const directories = open.flatMap((claim) => (claim?.scope === "project" ? [claim.directory] : [])).toReversed();
    const isGlobalOpen = open.some((claim) => claim?.scope === "global");
    const inFolders = isGlobalOpen ? this.folders.flatMap((folder) => this.#projectIn(folder) ?? []) : [];
    const all = [...new Set([...directories, ...inFolders])];
    if (all.length === 0 && isGlobalOpen) return this.#statesOf([this.folders[0]], false);
    return this.#statesOf(all, true);
  }

  /** Each configuration that a file is part of. A file that is open under two names has two texts, and each is asked about by itself. */
  partsOf(file: string): readonly Part[] {
    if (this.claim(file) === undefined) return [];
    const isOpen = (name: string): boolean => this.buffers.all.some((buffer) => buffer.file === name);
    return this.states.flatMap((state) => {
      const real = state.host.realPath(file);
      const isIt = ({ file: name }: Layer): boolean =>
        name === file ||
        (name !== undefined && real !== undefined && state.host.realPath(name) === real && !isOpen(name));
      return state.texts.filter(({ layer }) => isIt(layer)).map((text) => ({ state, text }));
    });
  }

  /** The address of a layer's file, as the editor writes it where it is open. */
  uriOf({ file }: Layer): string | undefined {
    if (file === undefined) return undefined;
    const real = this.machine.hostAt().realPath(file);
    return (this.buffers.at(file) ?? this.buffers.at(file, real))?.uri ?? this.machine.uriOf(file);
  }

  #projectIn(folder: string): string | undefined {
    const { project } = locate(overlaid(this.machine.hostAt(folder), this.buffers), { global: false });
    return project.kind === "file" ? project.root : undefined;
  }

  /** Projects with nothing open are forgotten. */
  #statesOf(directories: readonly (string | undefined)[], hasProject: boolean): readonly State[] {
    const projects = directories.map((directory): [string, Project] => {
      const key = `${hasProject} ${directory}`;
      return [key, this.#projects.get(key) ?? this.#project(directory, hasProject)];
    });
    this.#projects = new Map(projects);
    return projects.map(([, project]) => project.state);
  }

  #project(directory: string | undefined, hasProject: boolean): Project {
    const host = overlaid(this.machine.hostAt(directory), this.buffers);
    return new Project(host, this.buffers, this.#options, hasProject);
  }
}
