/** Hono's `streamSSE`, on Node by its own adapter: a queue for each reader, and what it holds is written as fast as the reader takes it. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export async function listen(folder) {
  const { Hono, serve, streamSSE } = await import(pathToFileURL(join(folder, "hono.mjs")));
  const readers = new Set();
  const app = new Hono();
  app.get("/", (context) =>
    streamSSE(context, async (stream) => {
      const reader = { queue: [], wake: () => {} };
      readers.add(reader);
      stream.onAbort(() => {
        readers.delete(reader);
        reader.wake();
      });
      while (!stream.aborted) {
        const events = reader.queue;
        reader.queue = [];
        for (const event of events) await stream.writeSSE(event);
        if (reader.queue.length === 0)
          await new Promise((resolve) => {
            reader.wake = resolve;
          });
      }
    }),
  );
  const port = await new Promise((resolve) => {
    serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(port));
  });
  return {
    port,
    path: "/",
    publish(number, recordOf) {
      const event = { event: "record", id: String(number), data: recordOf(number) };
      for (const reader of readers) {
        reader.queue.push(event);
        reader.wake();
      }
    },
  };
}
