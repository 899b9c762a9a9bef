/** A daemon with a tool server whose results are what a call asks for: `fixtures/mcp/results.js`. */
import { resolve } from "node:path";
import type { DaemonState } from "../../src/generated/protocol/types.js";
import type { Bench } from "./bench.js";

/** The value of an entry of `mcp_servers`. */
export const RESULTS = `{ transport: stdio, command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(resolve("fixtures/mcp/results.js"))}] }`;

/** Resolves when every tool server is connected. */
export async function whenConnected(bench: Bench): Promise<void> {
  const stream = await bench.follow();
  bench.clock.pass(0);
  const areThere = async (): Promise<boolean> =>
    (await bench.get("/daemon-state")).json<DaemonState>().mcp_servers.every(({ state }) => state === "connected");
  for (let seen = 0; !(await areThere()); seen += 1) await stream.until(({ records }) => records.length > seen);
  stream.leave();
}
