/** Spec 2.10: the endpoint of a remote server. No message repeats the URL: it may hold a credential. */
import { valueAt } from "../../../read/diagnostic/anchor.js";
import type { Rule } from "../rule.js";
import { reportOf } from "../url.js";
import { addressAt } from "./address.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/invalid-url",
  severity: "error",
  check(context, report) {
    for (const { key: server } of serversOver(context.config, "http")) {
      const { path, problem } = addressAt(context, "mcp_servers", server, "url") ?? {};
      if (path === undefined || problem === undefined) continue;
      const isPath = /^(?:~|\.{0,2})\/|^[A-Za-z]:[\\/]/.test(context.text(path) ?? "");
      report({ ...reportOf(path, problem), ...(isPath ? { help: PROGRAM } : {}), at: valueAt(...path) });
    }
  },
};

const PROGRAM = "a program on this machine has `transport: stdio`, and stands in `command`";
