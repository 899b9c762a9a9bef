/** Which files a program wants as the layers. Only types: those of the package name them. */

/** The files that the caller wants: a name, `false` for none, undefined to look for it. */
export interface Choice {
  /** The name of a file. */
  readonly global?: string | false;
  /** The name of a file, or of the directory of a project. */
  readonly project?: string | false;
}

/** The files that a program wants, by either of their names. */
export interface Asked extends Choice {
  /** The same as `global`. */
  readonly globalFile?: string | false;
  /** The same as `project`. */
  readonly projectFile?: string | false;
}
