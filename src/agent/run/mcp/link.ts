/** The way to a server, as its configuration says: a child process, or HTTP. */
import type { Link } from "./connection.js";
import { childEnvironment } from "./environment.js";
import type { ServerHost, ServerSetup } from "./host.js";
import { httpLink } from "./http.js";
import type { McpPackage } from "./package.js";
import type { ServerLogs } from "./server-logs.js";
import { StdioTransport } from "./stdio.js";

/** Throws a `ServerProblem` for a configuration that cannot be used. Starts nothing. */
export function linkTo(setup: ServerSetup, load: McpPackage, host: ServerHost, logs: ServerLogs): Link {
  const { name, config, certificates, cwd } = setup;
  const { clock, connect, login } = host;
  if (config.transport === "http") return httpLink(config, { name, load, clock, connect, login, certificates });
  const transport = new StdioTransport({
    ...{ clock, cwd, start: host.startChild, program: config.command, words: config.args ?? [] },
    env: childEnvironment(config, host.env),
    keep: (output, bytes) => logs.keep(output, bytes),
  });
  return {
    transport,
    get problem() {
      return transport.problem;
    },
    close: () => transport.close(),
  };
}
