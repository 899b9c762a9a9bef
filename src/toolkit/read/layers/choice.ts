/** The caller's choice of files for the layers. Only types, which the package exports. */

/** The caller's files: a name, `false` for no file, undefined to search for it. */
export interface Choice {
  readonly global?: string | false;
  /** The name of a file, or of the directory of a project. */
  readonly project?: string | false;
}

/** The caller's files, under both of their option names. */
export interface FileOptions extends Choice {
  /** The same as `global`. */
  readonly globalFile?: string | false;
  /** The same as `project`. */
  readonly projectFile?: string | false;
}
