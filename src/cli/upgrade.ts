/** `agentcfg upgrade`: brings files to the current version of the format, byte for byte the same outside the change. */
import type { Layer } from "../layers/layer.js";
import { ageOf, CURRENT_VERSION, upgradeText } from "../layers/upgrade.js";
import { printable } from "../text/printable.js";
import { EXIT, type LayerFlags, openConfiguration } from "./configuration.js";
import { print, type Terminal } from "./terminal.js";
import { shownDiff, writeLayer } from "./write.js";

export interface UpgradeFlags extends LayerFlags {
  readonly check?: boolean;
  readonly diff?: boolean;
  readonly write?: boolean;
}

const DONE = `upgraded to version ${CURRENT_VERSION}`;

interface Upgrade {
  readonly layer: Layer;
  readonly after: string;
}

/** Says, shows or writes what has to change, and returns the exit code. */
export async function runUpgrade(terminal: Terminal, flags: UpgradeFlags): Promise<number> {
  const configuration = await openConfiguration(terminal, flags, "files");
  if (typeof configuration === "number") return configuration;
  const upgrades = configuration.layers.flatMap(upgradeOf);
  const codes = [];
  for (const upgrade of upgrades) {
    if (flags.diff) await print(terminal.stdout, shownDiff(upgrade.layer.document, upgrade.after, configuration.words));
    codes.push(
      flags.write
        ? await writeLayer(terminal, configuration.host, upgrade.layer, upgrade.after, DONE)
        : await say(terminal, upgrade, flags),
    );
  }
  for (const { root, document } of configuration.layers) {
    if (root === undefined || ageOf(document) === "newer") codes.push(EXIT.findings);
    else if (upgradeText(document) === undefined)
      codes.push(await sayByHand(terminal, printable(document.source.file)));
  }
  if (upgrades.length === 0 && codes.length === 0)
    await print(terminal.stderr, `everything is at version ${CURRENT_VERSION}\n`);
  return Math.max(EXIT.ok, ...codes);
}

function upgradeOf(layer: Layer): readonly Upgrade[] {
  const { document, file, root } = layer;
  if (file === undefined || root === undefined) return [];
  const after = upgradeText(document);
  return after === undefined || after === document.source.text ? [] : [{ layer, after }];
}

async function sayByHand(terminal: Terminal, name: string): Promise<number> {
  await print(
    terminal.stderr,
    `agentcfg: ${name}: anchors stand in the way; write \`version: ${CURRENT_VERSION}\` by hand\n`,
  );
  return EXIT.findings;
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
