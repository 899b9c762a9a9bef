/** The configuration of one project, read again when a file or an open text of it has changed. */

import { sayNoCatalog } from "../../service/unusable.js";
import { rewritten } from "../../toolkit/judge/analysis/rewritten.js";
import { Run } from "../../toolkit/judge/analysis/run.js";
import { settingsFile } from "../../toolkit/judge/selection/settings-file.js";
import { readInputs } from "../../toolkit/lint.js";
import { lintSettings } from "../../toolkit/lint-settings.js";
import { grantsFile } from "../../toolkit/mean/trust/grants.js";
import { find } from "../../toolkit/read/document/node.js";
import type { Host } from "../../toolkit/read/host/host.js";
import { readCatalog } from "../../toolkit/read/layers/catalog.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { choiceOf, watchedFiles } from "../../toolkit/read/layers/locate.js";
import { FOLLOW_LINKS } from "../../toolkit/read/layers/read.js";
import type { Buffers } from "../documents/buffers.js";
import type { Options } from "../options.js";
import { State } from "./state.js";

export class Project {
  readonly host: Host;
  readonly #buffers: Buffers;
  readonly #options: Options;
  readonly #hasProject: boolean;
  #state: State | undefined;
  #seen: readonly string[] = [];
  /** Why the catalog is not used. */
  #unusable: readonly string[] = [];

  /** `host`: with the project's directory as its own, and with the open texts. `hasProject`: false for the global layer alone. */
  constructor(host: Host, buffers: Buffers, options: Options, hasProject: boolean) {
    this.host = host;
    this.#buffers = buffers;
    this.#options = options;
    this.#hasProject = hasProject;
  }

  /** The present state; the same one until something has changed. */
  get state(): State {
    const choice = choiceOf(this.#options.global, this.#hasProject ? undefined : false);
    const files = [...watchedFiles(this.host, choice), ...this.#besides()];
    const seen = files.map((file) => `${file} ${this.host.signature(file)}`);
    if (this.#state !== undefined && seen.join("\n") === this.#seen.join("\n")) return this.#state;
    const run = this.#rewritten(seen) ?? new Run(readInputs({ host: this.host, ...choice, ...this.#catalog() }));
    this.#seen = seen;
    this.#state = new State(this.host, run, lintSettings("user", this.host), this.#state, this.#unusable);
    return this.#state;
  }

  /** Files that count beside the layers: the catalog, the settings of `lint`, and the list of projects that the user vouches for. */
  #besides(): readonly string[] {
    const { catalog } = this.#options;
    return [grantsFile(this.host), settingsFile(this.host), catalog].filter((file) => file !== undefined);
  }

  #catalog(): object {
    const { catalog } = this.#options;
    const read = catalog === undefined ? undefined : readCatalog(this.host, catalog);
    this.#unusable = [];
    if (read === undefined || "catalog" in read) return read ?? {};
    this.#unusable = [sayNoCatalog(this.host, catalog ?? "", read)];
    return {};
  }

  /** The run with the new texts, if nothing but open texts has changed; only their layers are read again. */
  #rewritten(seen: readonly string[]): Run | undefined {
    const run = this.#state?.run;
    if (run === undefined || seen.length !== this.#seen.length) return undefined;
    const changed = seen.flatMap((line, index) =>
      line === this.#seen[index] ? [] : [[this.#seen[index] ?? "", line]],
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
