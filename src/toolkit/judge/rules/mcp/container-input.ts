/** Spec 2.10: a server over stdio reads from its standard input, which a container has only with `-i`, and not in a terminal. */
import { inputMistake } from "../../../../text/containers.js";
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/container-input",
  severity: "warning",
  check({ config, scope }, report) {
    for (const { key, entry } of serversOver(config, "stdio")) {
      const { command, args = [] } = entry;
      const mistake = command === undefined ? undefined : inputMistake(command, args);
      if (mistake === undefined) continue;
      const { kind, index, mended } = mistake;
      const server = ["mcp_servers", key];
      const path = [...server, "args"];
      const title = kind === "closed" ? `add ${quote("-i")}` : `write ${quote("-i")} alone`;
      report({
        at: valueAt(...path, index),
        message: `${name(...server)} ${SENTENCES[kind]}`,
        label: kind === "closed" ? "without its standard input" : "not for a server over stdio",
        help: title,
        fixes:
          scope(path) === scope([...server, "command"])
            ? [{ title, safe: false, changes: [{ kind: "put", path, value: mended }] }]
            : [],
      });
    }
  },
};

const SENTENCES = {
  closed: "starts a container that gets none of its requests",
  terminal: "starts a container in a terminal, and docker refuses a terminal here",
  background: "starts a container in the background, which gets none of its requests",
} as const;
