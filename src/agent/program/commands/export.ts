/** `agent export`: the public history of a session as a document (P-S112). */
import { command, EXIT } from "../../../terminal/command.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import { escapedInQuotes } from "../../../text/escape.js";
import type { HistoryItem } from "../../wire/client/index.js";
import { complain, misuse } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { STATE, type StateFlags } from "../common/options.js";
import { StagedFile, whyFailedToWrite, whyUnwritable } from "../common/user-file.js";
import { type AboutHistory, readHistory } from "../start/public-history.js";
import { markdownHead, markdownItem } from "../talk/markdown.js";

interface ExportFlags extends StateFlags {
  readonly format: "markdown" | "jsonl";
  readonly output?: string;
}

interface Writing {
  readonly head: (about: AboutHistory) => string;
  readonly item: (item: HistoryItem) => string;
}

const WRITING: Readonly<Record<ExportFlags["format"], Writing>> = {
  markdown: { head: markdownHead, item: markdownItem },
  jsonl: { head: () => "", item: (item) => `${escapedInQuotes(JSON.stringify(item))}\n` },
};

export const exportCommand = command<ExportFlags>({
  examples: [
    { line: "agent export 20261123-084512-9f3a1c20 > session.md", describe: "to read" },
    { line: "agent export 9f3a1c20 --format jsonl --output session.jsonl", describe: "for another program" },
  ],
  arguments: [
    { name: "<id>", describe: "the session, as `agent sessions` lists it, or a part of its name that no other has" },
  ],
  options: [
    { flags: "--format <format>", describe: "how it is written", choices: ["markdown", "jsonl"], default: "markdown" },
    { flags: "--output <file>", describe: "the file to write, instead of standard output", takes: "file" },
    STATE,
  ],
  more: `
It writes the public history of a session that runs, has stopped or has crashed, up to now, and nothing else: no log, no state of a provider, no
credential. The same history gives the same bytes. In Markdown each text stands in a block of its own that no content can leave; \`jsonl\` has one item on each
line, as \`GET /history\` has them. Of a text over 64 KiB it has the part that the history has. A file is written whole or not at all, and only you may read it.
Of a damaged session nothing is written: it exits with 1, as for a session that does not exist.`,
  run: async (terminal, [id = ""], flags) => {
    const { output } = flags;
    if (output === undefined) return toStdout(terminal, id, flags);
    const unwritable = whyUnwritable(terminal, output);
    return unwritable === undefined ? toFile(terminal, id, { ...flags, output }) : misuse(terminal, unwritable);
  },
});

function toStdout(terminal: Terminal, id: string, flags: ExportFlags): Promise<number> {
  const { stdout } = terminal;
  const { head, item: written } = WRITING[flags.format];
  const reader = {
    begin: (about: AboutHistory) => print(stdout, head(about)),
    async take(item: HistoryItem): Promise<boolean> {
      await print(stdout, written(item));
      return stdout.isLost !== true;
    },
  };
  return readHistory(terminal, id, flags, reader, async () => EXIT.ok);
}

async function toFile(terminal: Terminal, id: string, flags: ExportFlags & { output: string }): Promise<number> {
  const { head, item: written } = WRITING[flags.format];
  let interrupted: number | undefined;
  const forget = machine.onStopSignal((exitCode) => {
    interrupted ??= exitCode;
  });
  let file: StagedFile | undefined;
  const reader = {
    async begin(about: AboutHistory): Promise<void> {
      file = await StagedFile.begin(terminal, flags.output);
      await file.write(head(about));
    },
    async take(item: HistoryItem): Promise<boolean> {
      await file?.write(written(item));
      return interrupted === undefined;
    },
  };
  try {
    const code = await readHistory(terminal, id, flags, reader, async () => {
      if (interrupted === undefined) await file?.finish();
      return interrupted ?? EXIT.ok;
    });
    if (code !== EXIT.ok) await file?.abandon();
    return code;
  } catch (error) {
    await file?.abandon();
    await complain(terminal, whyFailedToWrite(flags.output, error));
    return EXIT.findings;
  } finally {
    forget();
  }
}
