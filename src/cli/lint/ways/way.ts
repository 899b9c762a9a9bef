/** A way to choose files for `lint`: its options and its result. */
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

/** The files to lint. */
export interface WayIn {
  readonly files: readonly string[];
  /** The host to read them from. */
  readonly host: Host;
  /** With `watch`: the searched directories, each with its earlier signature. */
  readonly directories?: ReadonlyMap<string, string | undefined>;
  /** Unreadable files and directories. */
  readonly unreadable: readonly Unreadable[];
  /** The message and exit code without any file. */
  readonly nothing?: Nothing;
  /** Called after reading all files. */
  readonly done?: () => void;
}
