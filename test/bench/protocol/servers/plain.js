/** `node:http`, one write per event and reader; nobody looks at what a reader has not taken. */
import { createServer } from "node:http";

export async function listen() {
  const readers = new Set();
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.flushHeaders();
    readers.add(response);
    response.on("close", () => readers.delete(response));
    response.on("error", () => {});
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: server.address().port,
    path: "/",
    publish(number, recordOf) {
      const bytes = Buffer.from(`event: record\nid: ${number}\ndata: ${recordOf(number)}\n\n`);
      for (const reader of readers) reader.write(bytes);
    },
  };
}
