/** The server of Durable Streams that keeps streams in memory; records are appended to its store, without a request. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export async function listen(folder) {
  const { DurableStreamTestServer } = await import(pathToFileURL(join(folder, "durable.mjs")));
  const server = new DurableStreamTestServer({ port: 0, host: "127.0.0.1" });
  const url = new URL(await server.start());
  server.store.create("/bench", { contentType: "application/json" });
  const utf8 = new TextEncoder();
  return {
    port: Number(url.port),
    path: "/bench?offset=now&live=sse",
    publish: (number, recordOf) => void server.store.append("/bench", utf8.encode(recordOf(number))),
  };
}
