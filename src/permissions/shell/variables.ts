/** Variables that a command may set without changing what its programs are or do beyond their own affairs. */

/** Names that no program takes for more than a setting of its output. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...[
    "CI",
    "NODE_ENV",
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "TERM",
    "COLUMNS",
    "LINES",
  ],
  ...["TZ", "LANG", "LANGUAGE", "DEBUG", "VERBOSE", "LOG_LEVEL", "RUST_LOG", "RUST_BACKTRACE", "PYTHONUNBUFFERED"],
  ...["PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "SEED", "RAILS_ENV", "RACK_ENV", "APP_ENV", "MIX_ENV"],
  ...["PORT", "TEST", "TESTS", "CASES", "UPDATE_SNAPSHOTS", "BABEL_ENV"],
]);

/** Whether a program may find a variable in its environment without a rule about it. */
export function isHarmlessVariable(name: string): boolean {
  return HARMLESS.has(name) || /^LC_[A-Z]+$/.test(name);
}

/** Names of the script itself, as people write them: programs read no environment of such names. */
export function isOwnVariable(name: string): boolean {
  return /^[a-z][a-z0-9]*$/.test(name) || /^(?:[A-Z]|FILE|FILES|DIR|NAME|OUT|SRC|DST|LINE|ITEM|COUNT)$/.test(name);
}

/** Variables by which a shell or a program finds or starts others. */
const LEADING = new RegExp(
  `^(?:${[
    "|PATH|IFS|ENV|HOME|SHELL|BASH_\\w+|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS\\d|XDG_CONFIG_\\w+|LD_\\w+|DYLD_\\w+|GIT_\\w+",
    "\\w*EDITOR|VISUAL|\\w*PAGER|BROWSER|LESS\\w*|\\w+_(?:RSH|SHELL|WRAPPER|ASKPASS)|NODE_OPTIONS|PYTHON\\w+|PERL\\w+|RUBY\\w+",
    "PHP\\w+|MAKE\\w+|npm_\\w+|NPM_\\w+|YARN_\\w+|TAR_OPTIONS|ZIPOPT|GO(?:FLAGS|ENV)|RIPGREP_CONFIG_PATH|CURL_HOME",
    "_?JAVA_(?:TOOL_)?OPTIONS",
  ].join("|")})$`,
);

/** Whether a command that sets a variable may run other programs than its words say. */
export function leadsElsewhere(name: string): boolean {
  return LEADING.test(name) && !isHarmlessVariable(name);
}
