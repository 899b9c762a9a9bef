/** `agentcfg upgrade`: brings files to the current version of the format; all other bytes stay. */
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, LAYERS, WHERE } from "../../terminal/options.js";
import { type ColorChoice, complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable } from "../../text/escape.js";
import { hiddenIn } from "../../toolkit/mean/redaction/hidden.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { ageOf, CURRENT_VERSION, upgradeText } from "../../toolkit/read/layers/upgrade.js";
import { type LayerFlags, openConfiguration } from "../open.js";
import { printDiff, writeLayer } from "../write.js";

interface UpgradeFlags extends LayerFlags {
  readonly check?: boolean;
  readonly diff?: boolean;
  readonly write?: boolean;
  readonly color: ColorChoice;
}

export const upgrade = command<UpgradeFlags>({
  examples: [
    { line: "agentcfg upgrade --diff", describe: "show what has to change" },
    { line: "agentcfg upgrade --write", describe: "change the files" },
    { line: "agentcfg upgrade --check", describe: "for CI: exit code 1 when something has to change" },
  ],
  options: [
    ...LAYERS,
    { flags: "--check", describe: "exit with 1 when something has to change; write nothing" },
    { flags: "--diff", describe: "show what has to change; write nothing" },
    { flags: "--write", describe: "change the files" },
    COLOR,
  ],
  more: WHERE,
  run: runUpgrade,
});

const DONE = `upgraded to version ${CURRENT_VERSION}`;

interface Upgrade {
  readonly layer: Layer;
  readonly after: string;
}

/** Reports, shows or writes the changes, and returns the exit code. */
async function runUpgrade(terminal: Terminal, _: readonly string[], flags: UpgradeFlags): Promise<number> {
  const misuse = misuseOf(flags);
  if (misuse !== undefined) {
    await complain(terminal, misuse);
    return EXIT.usage;
  }
  const snapshot = await openConfiguration(terminal, flags, "files");
  if (typeof snapshot === "number") return snapshot;
  const { layers } = snapshot;
  const upgrades = layers.flatMap(upgradeOf);
  if (flags.diff) {
    const rewritten = upgrades.map(({ layer: { document }, after }) => ({ document, text: after }));
    await printDiff(terminal, rewritten, hiddenIn(layers), flags.color);
  }
  const codes = [];
  for (const change of upgrades) {
    const { layer, after } = change;
    codes.push(flags.write ? await writeLayer(terminal, layer, after, DONE) : await say(terminal, change, flags));
  }
  for (const layer of layers) {
    const why = whyNot(layer);
    if (why === undefined) continue;
    codes.push(EXIT.findings);
    if (why !== "") await complain(terminal, `${printable(layer.document.source.file)}: ${why}`);
  }
  if (upgrades.length === 0 && codes.length === 0)
    await print(terminal.stderr, `every file is at version ${CURRENT_VERSION}\n`);
  return Math.max(EXIT.ok, ...codes);
}

function misuseOf({ check, diff, write }: UpgradeFlags): string | undefined {
  if (write && check) return "`--write` writes and `--check` only looks: use one of them";
  return write && diff ? "`--write` writes and `--diff` only shows: use one of them" : undefined;
}

function upgradeOf(layer: Layer): readonly Upgrade[] {
  const { document, file, root } = layer;
  if (file === undefined || root === undefined) return [];
  const after = upgradeText(document);
  return after === undefined || after === document.source.text ? [] : [{ layer, after }];
}

/** Why a file cannot be upgraded; undefined if it can. */
function whyNot({ root, document }: Layer): string | undefined {
  if (root === undefined) return "";
  switch (ageOf(document)) {
    case "newer":
      return "its `version` is newer than this program knows; it is left as it is";
    case "invalid":
      return "its `version` cannot be read: it must be an integer from 0 to 255";
    default:
      return upgradeText(document) === undefined
        ? `anchors prevent it; write \`version: ${CURRENT_VERSION}\` by hand`
        : undefined;
  }
}

async function say(terminal: Terminal, { layer, after }: Upgrade, { check, diff }: UpgradeFlags): Promise<number> {
  const name = printable(layer.document.source.file);
  if (!diff)
    await print(
      terminal.stdout,
      `${name}: would be upgraded to version ${CURRENT_VERSION}; --diff shows it, --write does it\n`,
    );
  return check && after !== layer.document.source.text ? EXIT.findings : EXIT.ok;
}
