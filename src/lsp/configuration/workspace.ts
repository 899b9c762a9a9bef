/** All open texts, and their configurations, each read again after a change of a file or an open text. */
import { sayNoCatalog } from "../../service/unusable.js";
import { rewritten } from "../../toolkit/judge/analysis/rewrite.js";
import { Run } from "../../toolkit/judge/analysis/run.js";
import { permissionsShape } from "../../toolkit/judge/permissions/file-rules.js";
import { settingsFile } from "../../toolkit/judge/selection/settings-file.js";
import { readAll } from "../../toolkit/lint.js";
import { lintSettings } from "../../toolkit/lint-settings.js";
import { grantsFile } from "../../toolkit/mean/trust/grants.js";
import { find } from "../../toolkit/read/document/node.js";
import type { Host } from "../../toolkit/read/host/host.js";
import { readCatalog } from "../../toolkit/read/layers/catalog.js";
import { realName } from "../../toolkit/read/layers/identity.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { choiceOf, locate, watchedFiles } from "../../toolkit/read/layers/locate.js";
import { configFiles, globalDirectory, permissionFiles, projectOf } from "../../toolkit/read/layers/places.js";
import { FOLLOW_LINKS } from "../../toolkit/read/layers/read.js";
import { configShape, type Shape } from "../../toolkit/read/schema/shape.js";
import type { Machine } from "../machine.js";
import { type Options, optionsOf } from "../options.js";
import { Policies } from "../policies.js";
import { type Buffer, Buffers, overlaid } from "./buffers.js";
import { type LayerText, State } from "./state.js";

/** A text in one of the configurations that it is part of. */
export interface Part {
  readonly kind: "layer";
  readonly shape: Shape;
  readonly state: State;
  readonly text: LayerText;
}

/** Permissions, beside the configuration whose servers they may name. */
export interface PermissionsText extends Pick<Part, "state" | "text" | "shape"> {
  readonly kind: "permissions";
}

export class Workspace {
  /** The open configurations. */
  readonly buffers = new Buffers();
  readonly policies: Policies;
  readonly machine: Machine;
  /** Directories that the editor has open. */
  folders: readonly string[] = [];
  #options: Options = optionsOf(undefined);
  #projects: ReadonlyMap<string, Project> = new Map();

  constructor(machine: Machine) {
    this.machine = machine;
    this.policies = new Policies(machine);
  }

  get options(): Options {
    return this.#options;
  }

  set options(options: Options) {
    this.#options = options;
    this.#projects = new Map();
  }

  /** All open texts. */
  get texts(): readonly Buffer[] {
    return [...this.buffers.all, ...this.policies.buffers.all];
  }

  /** The version of an open text, by its address in the editor's spelling. */
  versionOf(uri: string): number | undefined {
    return this.texts.find((buffer) => buffer.uri === uri)?.document.version;
  }

  /** The layer of a file, by its name; undefined for a file that is not a configuration. */
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

  /** All configurations of a file. A file that is open under two names has two texts, and each has its own parts. */
  partsOf(file: string): readonly Part[] {
    return this.#textsOf(file).flatMap(({ state, text }) =>
      text.layer.isPermissions ? [] : [{ kind: "layer", shape: configShape, state, text }],
    );
  }

  /** A file of permissions, in the first configuration that it stands beside. */
  permissionsAt(file: string): PermissionsText | undefined {
    const [found] = this.#textsOf(file).filter(({ text }) => text.layer.isPermissions);
    return found && { kind: "permissions", shape: permissionsShape(), ...found };
  }

  #textsOf(file: string): readonly Pick<Part, "state" | "text">[] {
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

  /** The address of a layer's file, in the editor's spelling if it is open. */
  uriOf({ file }: Layer): string | undefined {
    if (file === undefined) return undefined;
    const real = this.machine.hostAt().realPath(file);
    return (this.buffers.at(file) ?? this.buffers.at(file, real))?.uri ?? this.machine.uriOf(file);
  }

  #projectIn(folder: string): string | undefined {
    const { project } = locate(overlaid(this.machine.hostAt(folder), this.buffers), { global: false });
    return project.kind === "file" ? project.root : undefined;
  }

  /** Forgets projects without open texts. */
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

/** The configuration of one project, read again after a change of a file or an open text. */
class Project {
  readonly host: Host;
  readonly #buffers: Buffers;
  readonly #options: Options;
  readonly #hasProject: boolean;
  #state: State | undefined;
  #signatures: readonly string[] = [];
  /** Why the catalog is not used. */
  #unusable: readonly string[] = [];

  /** `host`: with the project's directory as its own, and with the open texts. `hasProject`: false for the global layer alone. */
  constructor(host: Host, buffers: Buffers, options: Options, hasProject: boolean) {
    this.host = host;
    this.#buffers = buffers;
    this.#options = options;
    this.#hasProject = hasProject;
  }

  /** The present state; the same object until a file or text changes. */
  get state(): State {
    const choice = choiceOf(this.#options.global, this.#hasProject ? undefined : false);
    const files = [...watchedFiles(this.host, choice), ...this.#otherFiles()];
    const signatures = files.map((file) => `${file} ${this.host.signature(file)}`);
    if (this.#state !== undefined && signatures.join("\n") === this.#signatures.join("\n")) return this.#state;
    const run = this.#rewritten(signatures) ?? new Run(readAll({ host: this.host, ...choice, ...this.#catalog() }));
    this.#signatures = signatures;
    this.#state = new State(this.host, run, lintSettings("user", this.host), this.#state, this.#unusable);
    return this.#state;
  }

  /** Files that contribute besides the layers: the catalog, the settings of `lint`, the machine's policy, and the list of projects that the user vouches for. */
  #otherFiles(): readonly string[] {
    const { catalog } = this.#options;
    return [grantsFile(this.host), settingsFile(this.host), this.host.policyFile, catalog].filter(
      (file) => file !== undefined,
    );
  }

  #catalog(): object {
    const { catalog } = this.#options;
    const read = catalog === undefined ? undefined : readCatalog(this.host, catalog);
    this.#unusable = [];
    if (read === undefined || "catalog" in read) return read ?? {};
    this.#unusable = [sayNoCatalog(this.host, catalog ?? "", read)];
    return {};
  }

  /** The run with the new texts, if only open texts have changed; reads only their layers again. */
  #rewritten(signatures: readonly string[]): Run | undefined {
    const run = this.#state?.run;
    if (run === undefined || signatures.length !== this.#signatures.length) return undefined;
    const changed = signatures.flatMap((line, index) =>
      line === this.#signatures[index] ? [] : [[this.#signatures[index] ?? "", line]],
    );
    const others = new Map<Layer, Layer>();
    for (const [before = "", now = ""] of changed) {
      const layer = run.inputs.groups
        .flat()
        .find(({ file }) => now.startsWith(`${file} open `) && before.startsWith(`${file} open `));
      const buffer = layer?.file === undefined ? undefined : this.#buffers.at(layer.file);
      if (layer?.sha256 === undefined || buffer === undefined) return undefined;
      const other = rewritten(layer, buffer.document.getText(), this.host.sha256);
      if (followsLinks(layer) !== followsLinks(other)) return undefined;
      others.set(layer, other);
    }
    return run.replacing(others);
  }
}

/** The text of the switch that decides whether the other layer may be a link. */
function followsLinks({ root }: Layer): unknown {
  const node = root && find(root, FOLLOW_LINKS)?.node;
  return node?.kind === "scalar" ? node.value : undefined;
}

type Claim =
  | { readonly scope: "global" }
  /** `directory`: the directory of the project. */
  | { readonly scope: "project"; readonly directory: string };

/**
 * Recognises configurations by name and place alone (S1, S2); other servers handle all other files. `global`: the file that the editor's
 * settings name as the global layer; `false` for none.
 */
function claimOf(host: Host, file: string, global: string | false | undefined): Claim | undefined {
  if (typeof global === "string" && realName(host, global) === realName(host, file)) return { scope: "global" };
  const directory = host.join(file, "..");
  if (![...configFiles(host, directory), ...permissionFiles(host, directory)].includes(file)) return undefined;
  const project = projectOf(host, file);
  if (project !== undefined && host.join(project, ".agent") === directory)
    return { scope: "project", directory: project };
  const own = global === undefined ? globalDirectory(host) : undefined;
  return own !== undefined && realName(host, own) === realName(host, directory) ? { scope: "global" } : undefined;
}
