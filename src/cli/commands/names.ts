/** `agentcfg names`: lists completions for a shell. It reports no errors, because the command line is not finished. */
import { NAME_KINDS, type NameKind, namesFor } from "../../service/names.js";
import { command, EXIT } from "../../terminal/command.js";
import { print } from "../../terminal/terminal.js";
import { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { surroundingsOf } from "../../toolkit/judge/analysis/surroundings.js";
import { NO_POLICIES } from "../../toolkit/judge/policy/read.js";
import { openRepository, refsOf } from "../../toolkit/read/discovery/repository.js";
import type { Host } from "../../toolkit/read/host/host.js";
import { locate } from "../../toolkit/read/layers/locate.js";
import { readLayers } from "../../toolkit/read/layers/read.js";

/** Branches and tags; empty without an answer of git. */
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
    const { settings, redactor } = new Snapshot(layers, surroundingsOf(host, layers, undefined, NO_POLICIES));
    const completions = namesFor(
      kind as NameKind,
      { word, before },
      { settings, refs: kind === "ref" ? await refsHere(host) : [] },
    );
    const shown = completions.filter((name) => redactor.text(name) === name);
    await print(terminal.stdout, shown.map((name) => `${name}\n`).join(""));
    return EXIT.ok;
  },
});
