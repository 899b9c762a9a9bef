/** The completion of a line that is typed: commands with their names, and files that a prompt mentions. */
import { isVisible } from "../../../text/escape.js";
import { ignoreRules } from "../../../text/ignore-rules.js";
import { FileError } from "../../machine/interfaces/files.js";
import { ClientError, type DaemonState } from "../../wire/client/index.js";
import { machine } from "../common/machine.js";
import { completedWith } from "./completed.js";
import { COMMAND_NAMES, MCP_VERBS, MONITORS } from "./line-commands.js";
import { completeMention, type MentionPorts, mentionAtEnd } from "./mention.js";
import { directoryOf, sessionsBeside } from "./resume.js";
import { skillsOf } from "./skills.js";
import type { Speaking } from "./speaking.js";
import type { Completed } from "./stand.js";

type Names = (session: Speaking["session"], signal: AbortSignal) => Promise<readonly string[]>;

/** The names that commands take. */
const TAKEN: Readonly<Record<string, Names>> = {
  model: named(({ models }) => models),
  facet: named(({ facets }) => facets),
  monitor: async () => MONITORS,
  resume: async (session) => (await sessionsBeside(session)).map(({ id }) => id),
  mcp: async (session, signal) => {
    const servers = await named(({ mcp_servers }) => mcp_servers)(session, signal);
    return MCP_VERBS.flatMap((verb) => servers.map((server) => `${verb} ${server}`));
  },
};

function named(listed: (state: DaemonState) => readonly { readonly name: string }[]): Names {
  return async ({ client }, signal) => listed(await client.catalog({ signal })).map(({ name }) => name);
}

export class LineCompletion {
  readonly #session: Speaking["session"];
  readonly #columns: () => number;
  #directory: Promise<string | undefined> | undefined;

  /** `columns`: those of the terminal. */
  constructor(session: Speaking["session"], columns: () => number) {
    [this.#session, this.#columns] = [session, columns];
  }

  /** The completion of a text that ends at the cursor; undefined where it has none. Never rejects for a daemon or a file. */
  async of(before: string, signal: AbortSignal): Promise<Completed | undefined> {
    try {
      return (await this.#command(before, signal)) ?? (await this.#mention(before, signal));
    } catch (error) {
      if (signal.aborted || error instanceof ClientError || error instanceof FileError) return undefined;
      throw error;
    }
  }

  async #command(before: string, signal: AbortSignal): Promise<Completed | undefined> {
    const [, name, words] = /^\/([A-Za-z][\w-]*|)(?:[ \t](.*))?$/.exec(before) ?? [];
    if (name === undefined) return undefined;
    const taken = Object.hasOwn(TAKEN, name) ? TAKEN[name] : undefined;
    if (words === undefined) {
      const skills = await skillsOf(this.#session.client, signal).catch(() => []);
      const names = [...COMMAND_NAMES, ...skills.map((skill) => skill.name)];
      return this.#among(
        `/${name}`,
        names.map((one) => `/${one}`),
      );
    }
    return taken === undefined ? undefined : this.#among(words.trimStart(), await taken(this.#session, signal));
  }

  #among(typed: string, names: readonly string[]): Completed | undefined {
    const candidates = names.filter((name) => name.startsWith(typed) && isVisible(name)).map((text) => ({ text }));
    return completedWith({ typed, meant: typed }, candidates, (text) => text, this.#columns());
  }

  async #mention(before: string, signal: AbortSignal): Promise<Completed | undefined> {
    const mention = mentionAtEnd(before);
    if (mention === undefined) return undefined;
    this.#directory ??= directoryOf(this.#session.paths, this.#session.address.session_id);
    const directory = await this.#directory;
    if (directory === undefined) return undefined;
    return completeMention(mention, directory, PORTS, this.#columns(), signal);
  }
}

/** Most bytes of a `.gitignore` that is read. */
const SMALL = 65_536;

const PORTS: MentionPorts = {
  read: machine.readDirectory,
  join: machine.files.join,
  ignored: async (directory) => {
    const file = machine.files.join(directory, ".gitignore");
    const bytes = await machine.files.read(file, SMALL).catch(() => new Uint8Array());
    return ignoreRules(new TextDecoder().decode(bytes));
  },
};
