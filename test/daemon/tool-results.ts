/** A daemon with a tool server, in this process, whose results are what a call asks for. */
import type { Server } from "@modelcontextprotocol/server";
import type { DaemonState } from "../../src/generated/protocol/types.js";
import { httpServer } from "../mcp/http-server.js";
import type { Bench } from "./bench.js";

/** A part of a result: `times` repeats its text, and `bytes` makes an image of so many. */
interface Part {
  readonly text?: string;
  readonly times?: number;
  readonly bytes?: number;
}

function partOf({ times, bytes, ...part }: Part): object {
  if (times !== undefined) return { ...part, text: part.text?.repeat(times) };
  if (bytes === undefined) return part;
  return { type: "image", mimeType: "image/png", data: Buffer.alloc(bytes, "\x89PNG", "latin1").toString("base64") };
}

function offerResults(server: Server): void {
  server.setRequestHandler("tools/list", () => ({ tools: [{ name: "result", inputSchema: { type: "object" } }] }));
  server.setRequestHandler("tools/call", ({ params }) => {
    const { content = [], isError = false } = (params.arguments ?? {}) as {
      content?: readonly Part[];
      isError?: boolean;
    };
    return { content: content.map(partOf), isError } as never;
  });
}

/** Its value as an entry of `mcp_servers`; it ends with the test. */
export async function resultServer(): Promise<string> {
  const { url } = await httpServer({ json: true, offers: offerResults });
  return `{ transport: http, url: "${url}" }`;
}

/** Resolves when every tool server is connected. */
export async function whenConnected(bench: Bench): Promise<void> {
  const stream = await bench.follow();
  bench.clock.pass(0);
  const areThere = async (): Promise<boolean> =>
    (await bench.get("/daemon-state")).json<DaemonState>().mcp_servers.every(({ state }) => state === "connected");
  for (let seen = 0; !(await areThere()); seen += 1) await stream.until(({ records }) => records.length > seen);
  stream.leave();
}
