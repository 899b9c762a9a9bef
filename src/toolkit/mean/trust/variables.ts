/** The variables that a layer uses or passes on. */

import { mayNameCredential } from "../../../text/credential-names.js";
import type { Path } from "../../../text/path.js";
import type { Scope } from "../../read/diagnostic/diagnostic.js";
import type { Place } from "../../read/schema/place.js";
import { templatesIn } from "../substitution/find.js";

/** Whether every machine sets a variable and it opens nothing. */
export function isCommon(variable: string): boolean {
  return /^(?:HOME|USER|LOGNAME|PATH|PWD|SHELL|LANG|LC_\w+|TERM|TMPDIR|TZ|HOSTNAME|XDG_\w+)$/.test(variable);
}

/** Whether a variable's name shows a plain setting. A URL is not plain, because it may contain a user and a password. */
export function isSetting(variable: string): boolean {
  return /(?:^|_)(?:REGION|ZONE|HOST|HOSTNAME|PORT|DIR|PATH|ROOT|HOME|USER|USERNAME|NAME|LEVEL|MODE|ENV|STAGE|ORG|TEAM|PROJECT|ID|DISPLAY)$/.test(
    variable,
  );
}

/** Whether a variable's name shows a credential, or a file or socket that leads to one. */
export function opensSomething(variable: string): boolean {
  const name = variable.replace(/_(?:FILE|PATH)$/, "");
  return mayNameCredential(name) || /CREDENTIAL|AUTH_SOCK|KUBECONFIG|DOCKER_CONFIG|NETRC|AWS_PROFILE/.test(name);
}

export interface Mention {
  readonly path: Path;
  readonly variable: string;
  /** Its offsets in the text; undefined if the text is its name (`pass_env`). */
  readonly within: { readonly start: number; readonly end: number } | undefined;
}

/** `scope`: that of the layer; a variable with a fallback command is read only in the global one. */
export function variablesIn(tree: Place, scope: Scope): readonly Mention[] {
  const put = templatesIn(tree).flatMap(({ path, scan: { parts } }) =>
    parts.flatMap((part) => {
      const isRead = part.kind === "variable" || (part.kind === "fallback" && scope === "global");
      return isRead ? [{ path, variable: part.name, within: { start: part.start, end: part.end } }] : [];
    }),
  );
  return [...put, ...passed(tree)];
}

function passed(tree: Place): readonly Mention[] {
  return [...entriesIn(entriesIn(tree).get("mcp_servers"))].flatMap(([name, server]) => {
    const list = entriesIn(server).get("pass_env");
    const items = list?.kind === "list" ? list.items : [];
    return items.flatMap((item, index): readonly Mention[] =>
      item.kind === "scalar" && typeof item.value === "string"
        ? [{ path: ["mcp_servers", name, "pass_env", index], variable: item.value, within: undefined }]
        : [],
    );
  });
}

function entriesIn(place: Place | undefined): ReadonlyMap<string, Place> {
  return place?.kind === "object" ? place.entries : new Map();
}
