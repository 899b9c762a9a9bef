/** A secret among the arguments of a server, as it stands there or as a reference: once the server runs, everybody can read it. */

import type { Span } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../document/node.js";
import { namesCredential } from "../../redaction/credential.js";
import { scan } from "../../text/scan.js";
import { name, type Rule } from "../rule.js";
import { credentialsIn, isHarmless } from "./evident.js";

export const rule: Rule = {
  id: "secret/in-arguments",
  severity: "warning",
  summary: "a secret on the command line of a server",
  *check({ layers }) {
    for (const { scope, places } of layers) {
      for (const { path, value } of places) {
        const [section, server = "", field] = path;
        if (section !== "mcp_servers" || field !== "args" || path.length > 3 || !Array.isArray(value)) continue;
        for (const [index, argument] of value.entries()) {
          const within = secretIn(argument, value[index - 1]);
          if (within === undefined) continue;
          yield {
            at: { path: [...path, index], part: "value", layer: scope, ...(within === "all" ? {} : { within }) },
            message: `the command line of ${name(section, server)} holds a secret`,
            label: "for all to read",
            notes: ["every program on the machine can read the command line of a process, references resolved"],
            help: `pass it in ${name(section, server, "env")} or ${name(section, server, "pass_env")}`,
          };
        }
      }
    }
  },
};

/** Where an argument holds a secret: in a part of it, the first of several, or all of it. */
function secretIn(argument: Json, before: Json | undefined): Span | "all" | undefined {
  if (typeof argument !== "string") return undefined;
  const flag = typeof before === "string" ? FLAG.exec(before)?.[1] : undefined;
  if (flag !== undefined && !argument.startsWith("-") && isSecret(flag, argument)) return "all";
  const [, key = "", value = ""] = JOINED.exec(argument) ?? [];
  if (isSecret(key, value)) return { start: argument.length - value.length, end: argument.length };
  return credentialsIn(argument)[0] ?? referenceIn(argument);
}

const FLAG = /^--?([A-Za-z][\w.-]*)$/;

/** `--token=X`, `-e TOKEN=X` and `--header "Authorization: X"`; not a URL whose scheme happens to be such a word. */
const JOINED = /^-{0,2}([A-Za-z][\w.-]*)(?:=|: *)(?!\/\/)(.+)$/s;

/** A `--key` alone may be anything. */
function isSecret(key: string, value: string): boolean {
  return key.toLowerCase() !== "key" && namesCredential(key) && !isHarmless(value);
}

/** A variable that evidently holds a secret; what is called `…_CREDENTIALS` is a file, more often than not. */
function referenceIn(argument: string): Span | undefined {
  for (const part of scan(argument).parts) {
    if (part.kind === "text" || part.kind === "command") continue;
    if (namesCredential(part.name) && !/credentials$/i.test(part.name)) return { start: part.start, end: part.end };
  }
  return undefined;
}
