/** A secret among the arguments of a server, as it stands there or as a reference: once the server runs, everybody can read it. */
import type { Span } from "../../diagnostic/diagnostic.js";
import { credentialsInItem } from "../../redaction/arguments.js";
import { namesCredential } from "../../redaction/names.js";
import type { Place } from "../../schema/place.js";
import { scan } from "../../text/scan.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "secret/in-arguments",
  severity: "warning",
  summary: "a secret on the command line of a server",
  *check({ layers }) {
    for (const { scope, places } of layers) {
      for (const { path, place } of places) {
        const [section, server = "", field] = path;
        if (section !== "mcp_servers" || field !== "args" || path.length > 3 || place.kind !== "list") continue;
        for (const [index, item] of place.items.entries()) {
          const argument = textOf(item) ?? "";
          const before = textOf(place.items[index - 1]);
          const [credential] = credentialsInItem(argument, before);
          const within = credential ?? referenceIn(argument);
          if (within === undefined) continue;
          const isWhole = credential?.start === 0 && credential.end === argument.length;
          yield {
            at: { path: [...path, index], part: "value", layer: scope, ...(isWhole ? {} : { within }) },
            message: `the command line of ${name(section, server)} contains a secret`,
            label: "visible to other processes",
            notes: ["every program on the machine can read the command line of a process, references resolved"],
            help: `pass it in ${name(section, server, "env")} or ${name(section, server, "pass_env")}`,
          };
        }
      }
    }
  },
};

function textOf(item: Place | undefined): string | undefined {
  return item?.kind === "scalar" && typeof item.value === "string" ? item.value : undefined;
}

/** A variable that evidently holds a secret; what is called `…_CREDENTIALS` is a file, more often than not. */
function referenceIn(argument: string): Span | undefined {
  for (const part of scan(argument).parts) {
    if (part.kind === "text" || part.kind === "command") continue;
    if (namesCredential(part.name) && !/credentials$/i.test(part.name)) return { start: part.start, end: part.end };
  }
  return undefined;
}
