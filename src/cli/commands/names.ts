/** `agentcfg names`: what a completion script asks for while somebody types. Says nothing of what is wrong: nobody has pressed Enter yet. */
import { snapshotOf } from "../../analysis/snapshot.js";
import { surroundingsOf } from "../../analysis/surroundings.js";
import { openRepository, refsOf } from "../../discovery/repository.js";
import type { Host } from "../../host/host.js";
import { locate } from "../../layers/locate.js";
import { readLayers } from "../../layers/read.js";
import { command, EXIT } from "../command.js";
import { NAME_KINDS, type NameKind, namesFor } from "../names.js";
import { print } from "../terminal/terminal.js";

/** Branches and tags; none where git has no answer. */
async function refsHere(host: Host): Promise<readonly string[]> {
  const repository = await openRepository(host);
  return "reason" in repository ? [] : refsOf(repository);
}

export const names = command<object>({
  examples: [{ line: "agentcfg names path daemon.re", describe: "what this may become" }],
  arguments: [
    { name: "<kind>", describe: "what may stand there", choices: NAME_KINDS },
    { name: "[word]", describe: "what is typed of it" },
    { name: "[before]", describe: "the word before it" },
  ],
  options: [],
  run: async (terminal, [kind = "", word = "", before = ""]) => {
    const { host } = terminal;
    const { layers } = readLayers(host, locate(host, {}), "hand-over");
    const { settings, redactor } = snapshotOf(layers, surroundingsOf(host, layers, undefined));
    const found = namesFor(
      kind as NameKind,
      { word, before },
      { settings, refs: kind === "ref" ? await refsHere(host) : [] },
    );
    const shown = found.filter((name) => redactor.text(name) === name);
    await print(terminal.stdout, shown.map((name) => `${name}\n`).join(""));
    return EXIT.ok;
  },
});
