/** Spec 2.10: a server over `stdio` talks over standard input and output, which a container has only with `-i` and without a terminal. */
import { type ContainerStreams, containerStreams } from "../../../../text/container-streams.js";
import type { Path } from "../../../../text/path.js";
import { enumerate, quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Report, Rule, RuleContext, SuggestedFix } from "../rule.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/container-input",
  severity: "warning",
  check(context, report) {
    for (const { key, entry } of serversOver(context.config, "stdio")) {
      const { command, args = [] } = entry;
      const server: Path = ["mcp_servers", key];
      const streams = command === undefined ? undefined : containerStreams(command, args);
      const [first, ...others] = streams === undefined ? [] : problemsOf(server, streams);
      if (streams === undefined || first === undefined) continue;
      const at = ({ index }: Problem): Report["at"] => valueAt(...server, "args", index);
      report({
        at: at(first),
        because: [[...server, "command"]],
        message: first.message,
        label: first.label,
        related: others
          .filter(({ index }) => index !== first.index)
          .map((one) => ({ at: at(one), message: one.label })),
        help: `a server reads its standard input and answers on its standard output: write ${quote(`${streams.called} -i`)}${without(streams)}`,
        fixes: fixesOf(context, server, streams, args.length),
      });
    }
  },
};

interface Problem {
  readonly index: number;
  readonly message: string;
  readonly label: string;
}

function without({ terminal, detached }: ContainerStreams): string {
  const options = [...new Set([...terminal, ...detached].map(({ option }) => quote(option)))];
  return options.length === 0 ? "" : `, without ${enumerate(options, "and")}`;
}

/** The most serious one first. */
function problemsOf(server: Path, { called, at, hasInput, terminal, detached }: ContainerStreams): readonly Problem[] {
  const it = name(...server);
  return [
    ...detached.map(({ index }) => ({
      ...{ index, label: "detaches the container" },
      message: `${quote(called)} runs ${it} in the background, so no message reaches it`,
    })),
    ...(hasInput
      ? []
      : [
          {
            index: at,
            label: `lacks ${quote("-i")}`,
            message: `${quote(called)} gives ${it} no standard input, so no message reaches it`,
          },
        ]),
    ...terminal.map(({ index }) => ({
      ...{ index, label: "asks for a terminal" },
      message: `${quote(called)} wants a terminal for ${it}, and the agent has none: it refuses, or the messages change`,
    })),
  ];
}

/** A server may be meant to run in the background; nobody means a server that hears nothing. */
function fixesOf(
  { text, template }: RuleContext,
  server: Path,
  { detached, mended }: ContainerStreams,
  count: number,
): readonly SuggestedFix[] {
  const path = [...server, "args"];
  // An argument of two layers cannot be written again.
  const isWritten = Array.from({ length: count }, (_, index) => [...path, index]).every(
    (one) => text(one) !== undefined || template(one) !== undefined,
  );
  if (!isWritten) return [];
  return [
    { title: "pass on the input alone", safe: detached.length === 0, changes: [{ kind: "put", path, value: mended }] },
  ];
}
