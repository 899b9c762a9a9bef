/** A secret among the arguments of a server, in full or as a reference: any local user can read it while the server runs. */

import { namesCredential } from "../../../../text/credential-names.js";
import { NONE } from "../../../../text/none.js";
import { oncePer } from "../../../../text/once.js";
import type { Path } from "../../../../text/path.js";
import { OPENER, scan } from "../../../../text/scan.js";
import { credentialsInItem } from "../../../mean/redaction/arguments.js";
import type { Span } from "../../../read/diagnostic/diagnostic.js";
import type { Place } from "../../../read/schema/place.js";
import { name } from "../phrases.js";
import type { KnownPlace, Rule } from "../rule.js";

export const rule: Rule = {
  id: "secret/in-arguments",
  severity: "warning",
  check({ layers }, report) {
    for (const { scope, places } of layers) {
      for (const { path, within } of exposures(places)) {
        const [section = "", server = ""] = path;
        report({
          at: { path, part: "value", layer: scope, ...(within === undefined ? {} : { within }) },
          message: `the command line of ${name(section, server)} contains a secret`,
          label: "visible to other processes",
          notes: ["every program on the machine can read the command line of a process, references resolved"],
          help: `pass it in ${name(section, server, "env")} or ${name(section, server, "pass_env")}`,
        });
      }
    }
  },
};

/** An argument with a secret in it. */
interface Exposure {
  readonly path: Path;
  /** Undefined if the secret is the whole argument. */
  readonly within: Span | undefined;
}

const exposures = oncePer((places: readonly KnownPlace[]) =>
  places.flatMap((known) => (known.place.kind === "list" && isArguments(known.path) ? exposuresIn(known) : NONE)),
);

function exposuresIn({ path, place }: KnownPlace): readonly Exposure[] {
  const items = place.kind === "list" ? place.items : NONE;
  return items.flatMap((item, index): readonly Exposure[] => {
    const argument = textOf(item) ?? "";
    const credential = credentialsInItem(argument, textOf(items[index - 1]))[0];
    const within = credential ?? referenceIn(argument);
    if (within === undefined) return NONE;
    const isWhole = credential?.start === 0 && credential.end === argument.length;
    return [{ path: [...path, index], within: isWhole ? undefined : within }];
  });
}

function isArguments({ 0: section, 2: field, length }: Path): boolean {
  return section === "mcp_servers" && field === "args" && length === 3;
}

function textOf(item: Place | undefined): string | undefined {
  return item?.kind === "scalar" && typeof item.value === "string" ? item.value : undefined;
}

/** A variable that evidently holds a secret; one called `…_CREDENTIALS` usually names a file. */
function referenceIn(argument: string): Span | undefined {
  if (!OPENER.test(argument)) return undefined;
  for (const part of scan(argument).parts) {
    if (part.kind === "text" || part.kind === "command") continue;
    if (namesCredential(part.name) && !/credentials$/i.test(part.name)) return { start: part.start, end: part.end };
  }
  return undefined;
}
