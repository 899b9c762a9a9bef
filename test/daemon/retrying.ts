/** A session whose provider fails, and whose requests are made again; no call is asked about. */
import type { TurnFinished } from "../../src/generated/protocol/types.js";
import { ONCE, single } from "../model/asking.js";
import { type ModelServer, modelServer, type Script } from "../model/server.js";
import { type Bench, running } from "./bench.js";
import type { TestExchange } from "./exchange.js";

export interface Talking {
  readonly bench: Bench;
  readonly server: ModelServer;
  readonly stream: TestExchange;
}

/** Fields of the configuration, as text: of `daemon.retry`, of `daemon`, and further lines. */
interface Configured {
  readonly retry?: string;
  readonly daemon?: string;
  readonly more?: string;
}

export async function retrying(
  script: Script,
  { retry = "", daemon = "", more = "" }: Configured = {},
): Promise<Talking> {
  const server = await modelServer(script);
  const config = single(`${server.url}/v1`, "", "", daemon).replace(ONCE, `retry: { ${retry} }`);
  const bench = await running({ config: `${config}default_permission_matcher: bypass\n${more}` });
  return { bench, server, stream: await bench.follow() };
}

export async function ended(stream: TestExchange): Promise<TurnFinished> {
  const end = (): TurnFinished | undefined =>
    stream.records.find((record): record is TurnFinished => record.kind === "turn_finished");
  await stream.until(() => end() !== undefined);
  return end() as TurnFinished;
}
