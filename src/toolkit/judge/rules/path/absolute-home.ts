/** A project path in one person's home: the project is shared. Values of `env` may be secret and are never quoted. */
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name, writing } from "../phrases.js";
import { entriesOf, type Rule, type RuleContext } from "../rule.js";
import { holdsCommand } from "./relative.js";

export const rule: Rule = {
  id: "path/absolute-home",
  severity: "warning",
  *check(context) {
    if (!context.layers.some(({ scope }) => scope === "project")) return;
    for (const [path, value] of textsOf(context)) {
      // The pattern comes first: few texts match it, and the other checks take longer.
      const { before = "", home, own } = HOME.exec(value)?.groups ?? {};
      if (home === undefined || context.scope(path) !== "project" || context.spelling(path) === undefined) continue;
      const variable = own === undefined ? "${HOME}" : "${USERPROFILE}";
      const within = { start: before.length, end: before.length + home.length };
      yield {
        at: valueAt(...path),
        message: `${name(...path)} leads into one person's home${path.at(-2) === "env" ? "" : `, ${quote(home)}`}`,
        label: "nobody else has it",
        help: `write ${quote(variable)} for everybody's own home, or name something in the project`,
        fixes: holdsCommand(value)
          ? []
          : [
              writing(variable, {
                safe: false,
                changes: [{ kind: "replace-within", path, within, text: variable }],
              }),
            ],
      };
    }
  },
};

/** At the start of a text, or after the `=` of an argument. Shared directories and patterns are no home. */
const HOME =
  /^(?<before>[^=/\\\s]*=)?(?<home>(?:\/var)?\/home\/(?!linuxbrew(?:\/|$))[^/*?{$]+|\/Users\/(?!Shared(?:\/|$))[^/*?{$]+|\/root|(?<own>[A-Za-z]:[\\/]Users[\\/](?!Public(?:[\\/]|$))[^\\/*?{$]+))(?=[\\/]|$)/;

/** Every home contains one of these. */
const MAY_BE_HOME = /[\\/](?:home|Users|root)/;

function mayNameHome(value: unknown): boolean {
  return typeof value === "string" && MAY_BE_HOME.test(value);
}

/** The texts that name a program or a file, as they are written. */
function textsOf({ config }: RuleContext): readonly (readonly [Path, string])[] {
  const servers = entriesOf(config.mcp_servers).flatMap(([server, entry]): readonly (readonly [Path, unknown])[] => {
    if (entry.transport !== "stdio") return [];
    // Paths are made only for the few entries that match.
    const values = [entry.command, ...(entry.args ?? []), ...Object.values(entry.env ?? {})];
    if (!values.some(mayNameHome)) return [];
    const at: Path = ["mcp_servers", server];
    return [
      [[...at, "command"], entry.command],
      ...(entry.args ?? []).map((value, index) => [[...at, "args", index], value] as const),
      ...entriesOf(entry.env).map(([variable, value]) => [[...at, "env", variable], value] as const),
    ];
  });
  const others: readonly (readonly [Path, unknown])[] = [
    [["daemon", "tls", "trust_store"], config.daemon?.tls?.trust_store],
    ...(config.permissions?.secret_files ?? []).map(
      (value, index) => [["permissions", "secret_files", index], value] as const,
    ),
  ];
  return [...servers, ...others].flatMap(([path, value]) =>
    typeof value === "string" ? [[path, value] as const] : [],
  );
}
