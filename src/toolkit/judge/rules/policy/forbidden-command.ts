/** A program that no policy allows: that of a tool server, or of a command substitution. */
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { scan } from "../../../../text/scan.js";
import { effectOf } from "../../../mean/trust/environment.js";
import { keyAt, type PathAnchor, valueAt } from "../../../read/diagnostic/anchor.js";
import { serversOver } from "../mcp/servers.js";
import { name } from "../phrases.js";
import type { Report, Rule, RuleContext } from "../rule.js";
import { breach, type Demand, demandsOf, isForeign, isListed } from "./breach.js";

const KEY = ["allow", "commands"];

/** Variables by which a runtime, a shell or a program loads other code; a program that knows none of them ignores them. */
const RUNTIMES =
  /^(?:perl5lib|rubylib|classpath|java_tool_options|_java_options|jdk_java_options|dotnet_startup_hooks|lua_init|phprc|php_ini_scan_dir|gconv_path|openssl_conf|pathext|comspec|git_exec_path|bash_func_.*|shellopts|prompt_command)$/i;

export const rule: Rule = {
  id: "policy/forbidden-command",
  severity: "error",
  isOfPolicy: true,
  policyKey: KEY,
  check(context, report) {
    const demands = demandsOf(context, ({ allow }) => allow?.commands);
    if (demands.length === 0) return;
    for (const one of [...serverReports(context, demands), ...substitutionReports(context, demands)]) report(one);
  },
};

type Demands = readonly Demand<readonly string[]>[];

function* serverReports(context: RuleContext, demands: Demands): Generator<Report> {
  for (const { key: server, entry } of serversOver(context.config, "stdio")) {
    const path = ["mcp_servers", server, "command"];
    const command = context.spelling(path);
    if (command !== undefined) {
      const shown = isForeign(context, path) ? "the program that it names once it is loaded" : quote(command);
      const broken = demands.filter(({ value }) => !isListed(command, value));
      if (broken.length > 0) yield forbidden(valueAt(...path), broken, `${shown} for ${name("mcp_servers", server)}`);
    }
    for (const variable of Object.keys(entry.env ?? {})) {
      const at: Path = ["mcp_servers", server, "env", variable];
      // A command with a whole path is found without a search.
      if (variable.toLowerCase() === "path" && /^(?:\/|[A-Za-z]:[\\/])/.test(command ?? "")) continue;
      const effect =
        effectOf(variable, () => context.text(at)) ??
        (RUNTIMES.test(variable) ? "makes some programs load code that is not their own" : undefined);
      if (effect !== undefined)
        yield breach(keyAt(...at), demands, KEY, {
          message: `${quote(variable)} ${effect}, so ${name("mcp_servers", server)} may run a program that the policy does not allow`,
          label: "can put another program in place of an allowed one",
          because: [["mcp_servers", server, "command"]],
          why: "only these programs are allowed",
        });
    }
  }
}

/** Commands in the text of the user's own file run if that turns them on (S18, S19). */
function* substitutionReports(context: RuleContext, demands: Demands): Generator<Report> {
  const { layers, config } = context;
  const global = layers.find(({ scope }) => scope === "global");
  if (config.config_command_substitution !== true || global === undefined) return;
  for (const { path, text } of global.texts)
    for (const part of scan(text).parts) {
      if (part.kind !== "command" && part.kind !== "fallback") continue;
      const program = programIn(part.command);
      const broken = demands.filter(({ value }) => program === undefined || !isListed(program, value));
      const { start, end } = part;
      const at: PathAnchor = { ...valueAt(...path), within: { start, end }, layer: "global" };
      const what = program === undefined ? "a command with operators of the shell" : quote(program);
      if (broken.length > 0) yield forbidden(at, broken, `${what} in a substitution`);
    }
}

/** The program of a command that runs nothing else; undefined for any other command. */
function programIn(command: string): string | undefined {
  return /[;&|<>`$()\n\r]/.test(command) ? undefined : command.trim().split(/\s/, 1)[0];
}

function forbidden(at: PathAnchor, broken: Demands, what: string): Report {
  return breach(at, broken, KEY, {
    message: `the policy does not allow ${what}`,
    label: "not an allowed program",
    why: "only these programs are allowed",
  });
}
