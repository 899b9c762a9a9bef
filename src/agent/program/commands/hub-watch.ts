/** `agent hub watch`: shows the sessions of a hub, live, those that wait for a person first. */
import { command, EXIT } from "../../../terminal/command.js";
import { TEXT_OR_JSON } from "../../../terminal/options.js";
import { print, type Terminal, wantsColor } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { createToken, revokeToken, TokensDamaged } from "../../fleet/hub/access/tokens.js";
import { type Door, doorOf, type Lend } from "../../fleet/watch/door.js";
import { type Follow, followHub, Refused } from "../../fleet/watch/follow.js";
import { watchAsLines } from "../../fleet/watch/lines.js";
import { painted, unpainted } from "../../fleet/watch/look.js";
import { followed } from "../../fleet/watch/relocation.js";
import { LEAVE } from "../../fleet/watch/screen.js";
import { watchOn } from "../../fleet/watch/watching.js";
import { FileError } from "../../machine/interfaces/files.js";
import { fetchOver } from "../common/client.js";
import { complain } from "../common/complain.js";
import { machine, stateDirectoryOf } from "../common/machine.js";
import { STATE, type StateFlags } from "../common/options.js";

interface WatchFlags extends StateFlags {
  readonly url?: string;
  readonly tokenFile?: string;
  readonly format: "text" | "json";
}

/** The exit code of `agent attach` when somebody leaves by Ctrl-C. */
const LEFT = 130;

/** A `machine` token for this run: it counts no longer than this process runs. */
const lend: Lend = async (state) => {
  try {
    const { id, token } = await createToken(machine, state, {
      kind: "machine",
      scopes: ["machine"],
      process: machine.processes.self,
    });
    return { token, revoke: async () => void (await revokeToken(machine, state, id)) };
  } catch (error) {
    if (error instanceof FileError || error instanceof TokensDamaged) return printable(error.message);
    throw error;
  }
};

export const hubWatch = command<WatchFlags>({
  examples: [
    { line: "agent hub watch", describe: "the hub of this machine" },
    { line: "agent hub watch --url https://host:7777 --token-file token", describe: "another one" },
    { line: "agent hub watch --format json", describe: "each event as a line, for another program" },
  ],
  options: [
    { flags: "--url <url>", describe: "address of the hub (default: that of the state directory)" },
    {
      flags: "--token-file <file>",
      describe: "a file with a token of the kind `machine` (default: one that is made for this run)",
      takes: "file",
    },
    TEXT_OR_JSON,
    STATE,
  ],
  more: `
Sessions that wait for you come first, then those that are busy, idle, and no longer running. Enter talks to the selected one as \`agent attach\`
does, \`/\` shows only those with a text, \`?\` lists the keys and \`q\` ends. When the connection is lost it tries again until you end it. Without a
terminal each change is a line.`,
  run: watch,
});

async function watch(terminal: Terminal, _: readonly string[], flags: WatchFlags): Promise<number> {
  const { host } = terminal;
  const ending = new AbortController();
  let code: number = EXIT.ok;
  let isAttached = false;
  const forget = machine.onStopSignal((exitCode) => {
    // While another program has the terminal, signals of the keyboard are for that one.
    if (isAttached && (exitCode === 130 || exitCode === 131)) return;
    code = exitCode;
    ending.abort();
  });
  let door: Door | undefined;
  try {
    const found = await doorOf(
      machine.files,
      {
        ...{ url: flags.url, stateDirectory: stateDirectoryOf(terminal, flags.stateDir) },
        tokenFile: flags.tokenFile === undefined ? undefined : host.resolve(flags.tokenFile),
      },
      lend,
    );
    if (typeof found === "string") {
      await complain(terminal, found);
      return flags.url === undefined ? EXIT.findings : EXIT.usage;
    }
    door = found;
    const fetch = followed(fetchOver(machine.connect), door.url, door.locate);
    const follow = followHub(door, { ...machine, fetch });
    const attach = async (id: string): Promise<boolean> => {
      isAttached = true;
      const hasEndedWell = await talkTo(terminal, id, flags);
      isAttached = false;
      return hasEndedWell;
    };
    await show(terminal, { flags, follow, attach, hub: new URL(door.url).host, signal: ending.signal });
    return code;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await complain(terminal, error.message);
    return EXIT.findings;
  } finally {
    await door?.leave();
    forget();
  }
}

interface Shown {
  readonly flags: WatchFlags;
  readonly follow: Follow;
  readonly attach: (id: string) => Promise<boolean>;
  readonly hub: string;
  readonly signal: AbortSignal;
}

function show(terminal: Terminal, { flags, follow, attach, hub, signal }: Shown): Promise<void> {
  const { stdin, stdout, host } = terminal;
  const { clock } = machine;
  if (flags.format === "text" && stdin.isTTY === true && stdout.isTTY === true) {
    const paint = wantsColor("auto", host.env, stdout) ? painted : unpainted;
    return watchOn({ tty: machine.tty(LEAVE), clock, paint, hub, attach }, follow, signal);
  }
  const write = async (text: string): Promise<boolean> => {
    await print(stdout, text);
    return stdout.isLost !== true;
  };
  return watchAsLines(flags.format, { clock, write, complain: (text) => complain(terminal, text) }, follow, signal);
}

/** As `agent attach` does, in a process of its own: that one ends the input when it ends. */
async function talkTo(terminal: Terminal, id: string, { stateDir }: WatchFlags): Promise<boolean> {
  const [, script = ""] = terminal.argv;
  const words = [script, "attach", id, ...(stateDir === undefined ? [] : ["--state-dir", stateDir])];
  const code = await machine.runHere(machine.interpreter, words);
  return code === EXIT.ok || code === LEFT;
}
