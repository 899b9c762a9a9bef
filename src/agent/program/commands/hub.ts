/** `agent hub`: watches over all sessions and serves them until it is told to stop. */
import { command, EXIT } from "../../../terminal/command.js";
import { LAYERS } from "../../../terminal/options.js";
import { packageFile } from "../../../terminal/package-file.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { PAGE_FILE, pageOf } from "../../fleet/hub/page.js";
import { startHub } from "../../fleet/hub/start.js";
import { logTo } from "../../machine/interfaces/log.js";
import { addressOf, anyAddressOf } from "../common/address.js";
import { misuse } from "../common/complain.js";
import { machine, stateDirectoryOf } from "../common/machine.js";
import { type ConfigurationFlags, STATE, type StateFlags, TRUST } from "../common/options.js";
import { sayFailed, sayLine } from "../common/start-line.js";
import { StopSignals } from "../common/stop-signals.js";
import { readTls, type TlsFlags } from "../common/tls.js";
import { hubSecrets } from "../start/hub-tokens.js";

interface HubFlags extends StateFlags, ConfigurationFlags, TlsFlags {
  readonly listen: string;
}

export const hub = command<HubFlags>({
  examples: [
    { line: "agent hub token create --kind machine --scope machine", describe: "a token for its callers" },
    { line: "agent hub", describe: "serve all sessions" },
    { line: "agent hub watch", describe: "look at them" },
  ],
  options: [
    { flags: "--listen <address>", describe: "address and port, 0 for a free one", default: "127.0.0.1:0" },
    {
      flags: "--tls-cert <file>",
      describe: "certificate in PEM; needed for an address that is not loopback",
      takes: "file",
    },
    { flags: "--tls-key <file>", describe: "its private key in PEM", takes: "file" },
    STATE,
    {
      flags: "--working-dir <directory>",
      describe: "where the project layer is looked for (default: here)",
      takes: "file",
    },
    TRUST,
    ...LAYERS,
  ],
  more: `
It prints one line of JSON when it serves or cannot start, and writes its log to standard error. SIGINT and SIGTERM stop it in order; the sessions
go on. \`agent hub token\` makes and revokes the tokens of its callers, also while it runs. The configuration is read for the credentials that the
hub removes from histories of older versions; none is needed.`,
  run: runHub,
});

async function runHub(terminal: Terminal, _: readonly string[], flags: HubFlags): Promise<number> {
  const tls = readTls(terminal, flags);
  if (tls.kind === "unusable") return misuse(terminal, tls.message);
  const local = addressOf(flags.listen);
  const address = local ?? anyAddressOf(flags.listen);
  if (address === undefined) return misuse(terminal, "`--listen` takes an address and a port: 127.0.0.1:0");
  if (local === undefined && tls.kind === "none")
    return misuse(terminal, "an address that is not loopback needs `--tls-cert` and `--tls-key`");
  const stateDirectory = stateDirectoryOf(terminal, flags.stateDir);
  if (stateDirectory === undefined) return misuse(terminal, "there is no home directory: give `--state-dir`");

  const log = logTo((line) => void terminal.stderr.write(line), machine.clock);
  const signals = new StopSignals(terminal);
  const secrets = await hubSecrets(terminal, flags, { log, signal: signals.signal });
  if (secrets === "unusable") return EXIT.usage;
  if (signals.exitCode !== undefined) return signals.exitCode;
  const { names, pair } = tls.kind === "pair" ? { names: tls.names, pair: tls.tls } : { names: [], pair: undefined };
  const scheme = pair === undefined ? "http" : "https";
  const html = packageFile(terminal, PAGE_FILE);
  const started = await startHub(
    {
      stateDirectory,
      ...address,
      names: { scheme, names, isLocal: local !== undefined },
      tls: pair,
      page: html === undefined ? undefined : pageOf(html),
      inventory: secrets,
    },
    { ...machine, processes: machine.processes, log },
  );
  if (started.kind === "failed") {
    signals.forget();
    return signals.exitCode ?? sayFailed(terminal, started.code, started.message);
  }
  const { hub: running } = started;
  signals.stops(() => void running.stop());
  const { url, epoch: fleet_epoch } = running;
  await sayLine(terminal, { state: "ready", url, fleet_epoch, pid: machine.processes.self.pid });
  await running.stopped;
  signals.forget();
  return EXIT.ok;
}
