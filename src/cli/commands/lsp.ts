/** `agentcfg lsp`: the language server, for editors. */
import { languageServer } from "../../lsp/main.js";
import { command } from "../../terminal/command.js";
import { complain } from "../../terminal/terminal.js";
import { once } from "../../text/once.js";
import { machineClock } from "../../toolkit/read/host/clock.js";
import { fileOfUrl, urlOfFile } from "../../toolkit/read/host/file-url.js";
import { readingHost } from "../../toolkit/read/host/node.js";
import { isRunning } from "../../toolkit/read/host/running.js";
import { fullPermissionsSchema, fullPolicySchema, fullSchema } from "../explain/full-schema.js";

export const lsp = command({
  examples: [{ line: "agentcfg lsp", describe: "serve an editor on standard input and output" }],
  options: [{ flags: "--stdio", describe: "accepted for editors that pass it; there is no other way" }],
  more: "docs/editors.md shows the lines for Neovim, Helix, Emacs, Kakoune, Sublime Text and Zed.",
  run: async (terminal) => {
    const { host, stdin, stdout } = terminal;
    const code = await languageServer(
      {
        input: stdin,
        write: (text, done) => void stdout.write(text, done),
        complain: (sentence) => void complain(terminal, sentence),
      },
      {
        hostAt: (directory) => (directory === undefined ? host : readingHost({ cwd: directory })),
        fileOf: fileOfUrl,
        uriOf: urlOfFile,
        clock: terminal.clock ?? machineClock,
        isRunning,
        // Each message is handled in an event loop round of its own, so a round without one means that none is waiting.
        afterMessages: (then) => void setImmediate(() => setImmediate(then)),
        schemas: {
          layer: once(() => fullSchema(terminal)),
          policy: once(() => fullPolicySchema(terminal)),
          permissions: once(() => fullPermissionsSchema(terminal)),
        },
      },
    );
    stdin.destroy?.();
    return code;
  },
});
