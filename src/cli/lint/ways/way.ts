/** A way into `lint`: what may be asked for, and what it comes to. */
import type { Host } from "../../../toolkit/read/host/host.js";
import type { Unreadable } from "../../../toolkit/read/layers/layer.js";
import type { Nothing } from "../reporting/result.js";

export interface WayFlags {
  readonly gitignore: boolean;
  readonly changed?: boolean;
  readonly since?: string;
  readonly staged?: boolean;
  readonly watch?: boolean;
  readonly fix?: boolean;
  readonly diff?: boolean;
}

/** What there is to lint. */
export interface WayIn {
  readonly files: readonly string[];
  /** The machine that they are on. */
  readonly host: Host;
  /** With `watch`: the directories that were looked into, each as it was before. */
  readonly directories?: ReadonlyMap<string, string | undefined>;
  /** What was to be looked at and could not be, beside the files. */
  readonly unreadable: readonly Unreadable[];
  /** Where something was asked for and there is no file. */
  readonly nothing?: Nothing;
  /** Called when all has been read. */
  readonly done?: () => void;
}
