/** `agent hub token create`: makes a token for a caller of the hub, and prints it once (P-S47, P-S70). */
import { command, EXIT } from "../../../terminal/command.js";
import { print } from "../../../terminal/terminal.js";
import { createToken, type NewPrincipal } from "../../fleet/hub/access/tokens.js";
import { isSessionId } from "../../session/store/paths.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { STATE, type StateFlags } from "../common/options.js";
import { withTokens } from "../start/hub-tokens.js";

interface CreateFlags extends StateFlags {
  readonly kind?: NewPrincipal["kind"];
  readonly scope?: readonly string[];
  readonly session?: string;
  readonly delegated?: boolean;
}

const SCOPES: readonly NewPrincipal["scopes"][number][] = [
  ...(["machine", "sessions.read", "sessions.control", "sessions.manage"] as const),
];

export const create = command<CreateFlags>({
  examples: [
    { line: "agent hub token create --kind machine --scope machine", describe: "may do everything" },
    { line: "agent hub token create --kind human --scope sessions.read", describe: "may look at sessions" },
    { line: "agent hub token create --kind daemon --session ID", describe: "one session, by itself" },
  ],
  options: [
    {
      flags: "--kind <kind>",
      describe: "the kind of caller; it has to be given",
      choices: ["machine", "human", "daemon"],
    },
    {
      flags: "--scope <scope>",
      describe: `what the caller may do: ${SCOPES.join(", ")}; may be repeated`,
      isRepeatable: true,
    },
    { flags: "--session <id>", describe: "the only session that a daemon may reach" },
    { flags: "--delegated", describe: "a human hands a part of their authority on" },
    STATE,
  ],
  more: `
It prints {"id":"…","token":"…"}, and the token is nowhere else: the file hub/tokens.json holds its digest. The scope \`machine\` is everything, on
every session. \`sessions.read\` looks at sessions, \`sessions.control\` sends prompts and other commands, \`sessions.manage\` stops a session and
changes what it has loaded; none of them contains another. A running hub knows the token at once.`,
  run: async (terminal, _, flags) => {
    const wanted = wantedOf(flags);
    if (typeof wanted === "string") {
      await complain(terminal, wanted);
      return EXIT.usage;
    }
    return withTokens(terminal, flags, async (state) => {
      const { id, token } = await createToken(machine, state, wanted);
      await print(terminal.stdout, `${JSON.stringify({ id, token })}\n`);
      return EXIT.ok;
    });
  },
});

/** The principal of these flags; a message for flags that do not go together. */
function wantedOf({ kind, scope = [], session, delegated = false }: CreateFlags): NewPrincipal | string {
  const scopes = SCOPES.filter((one) => scope.includes(one));
  if (kind === undefined) return "give the `--kind` of caller: machine, human or daemon";
  if (scope.some((one) => !SCOPES.some((known) => known === one))) return `\`--scope\` is one of ${SCOPES.join(", ")}`;
  if (scopes.includes("machine") && kind !== "machine") return "`--scope machine` goes with `--kind machine` alone";
  if (delegated && kind !== "human") return "`--delegated` goes with `--kind human` alone";
  if (kind !== "daemon" && session !== undefined) return "`--session` goes with `--kind daemon` alone";
  if (kind !== "daemon") return { kind, scopes, ...(delegated ? { delegated } : {}) };
  if (session === undefined) return "`--kind daemon` needs the `--session` that it is for";
  if (scopes.length > 0) return "`--kind daemon` takes no `--scope`: it may reach its own session, and nothing else";
  if (!isSessionId(session)) return "a session's name has up to 64 of a-z, 0-9 and -, and does not begin with -";
  return { kind, scopes, session_id: session };
}
