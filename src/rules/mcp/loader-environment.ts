/** Variables that act on a program before its own code does (attacks E12). Names compare without case, as they do on Windows. */

import { keyAt } from "../../diagnostic/anchor.js";
import type { Path } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import type { Rule } from "../rule.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/loader-environment",
  severity: "warning",
  summary: "a variable that changes what a server runs, reaches or trusts (an error over somebody else's server)",
  *check(context) {
    for (const [server, { env }] of serversOver(context.config, "stdio")) {
      for (const variable of Object.keys(env ?? {})) {
        const effect = effectOf(variable);
        const path: Path = ["mcp_servers", server, "env", variable];
        if (effect === undefined || isStage(variable, context.text(path))) continue;
        const isProjects = context.scope(path) === "project";
        const isOwn = context.scope(["mcp_servers", server, "command"]) === context.scope(path);
        if (isOwn && USUAL.has(variable.toLowerCase())) continue;
        const isForced = isProjects && !isOwn;
        yield {
          at: keyAt(...path),
          ...(isForced ? { severity: "error" } : {}),
          message: `${quote(variable)} ${effect}`,
          label: isForced ? "not for a project to decide" : "is this meant?",
          help: isForced
            ? "leave it out; whoever needs it can set it in the global config"
            : "leave it out, or hand your own value on with `pass_env`",
        };
      }
    }
  },
};

const LOADS = "makes the server load code that is not its own";
const FINDS = "decides which programs the server runs";
const REROUTES = "sends the server's traffic to a proxy";
const TRUSTS = "changes whom the server trusts";

const EFFECTS: ReadonlyMap<string, string> = new Map([
  ["node_options", LOADS],
  ["node_path", LOADS],
  ["node_extra_ca_certs", TRUSTS],
  ["ld_preload", LOADS],
  ["ld_library_path", LOADS],
  ["ld_audit", LOADS],
  ["dyld_insert_libraries", LOADS],
  ["dyld_library_path", LOADS],
  ["pythonpath", LOADS],
  ["pythonstartup", LOADS],
  ["pythonhome", LOADS],
  ["perl5opt", LOADS],
  ["rubyopt", LOADS],
  ["bash_env", "is a script that every `bash` of the server runs first"],
  ["env", "is a script that a shell of the server runs first"],
  ["path", FINDS],
  ["ifs", "changes where shells of the server split a command"],
  ["git_ssh_command", "is the program that `git` starts to connect"],
  ["http_proxy", REROUTES],
  ["https_proxy", REROUTES],
  ["ssl_cert_file", TRUSTS],
]);

/** The environment of a server starts empty (spec 2.10), so whoever sets one up says where its programs and modules are. */
const USUAL: ReadonlySet<string> = new Set(["path", "pythonpath", "node_path"]);

const FAMILIES: readonly (readonly [prefix: string, effect: string])[] = [
  ["git_config_", "changes the settings of `git`, and with them the programs that it runs"],
  ["npm_config_", "changes the settings of `npm`, and with them what it installs and runs"],
];

/** `ENV` is a script to a shell; to many programs it is the name of a stage, such as `production`. */
function isStage(variable: string, value: string | undefined): boolean {
  return variable.toLowerCase() === "env" && value !== undefined && /^[\w-]*$/.test(value);
}

function effectOf(variable: string): string | undefined {
  const plain = variable.toLowerCase();
  return EFFECTS.get(plain) ?? FAMILIES.find(({ 0: prefix }) => plain.startsWith(prefix))?.[1];
}
