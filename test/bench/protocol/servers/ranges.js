/**
 * A bare `node:http` server of one file: `GET /<offset>` answers a range of it as base64 in JSON, read piece by piece and as fast as its
 * reader takes it. `node ranges.js <file> <bytes of a range>`. It says its port; asked over its channel, it says the processor time that it
 * has taken since it was last asked, in milliseconds.
 */
import { open } from "node:fs/promises";
import { createServer } from "node:http";

const PIECE = 3 * 262_144;
/** Bytes that become base64 at once: V8 takes many times as long for longer texts. */
const STEP = 3 * 16_384;
const bytes = Buffer.allocUnsafe(PIECE);
const [path, range] = process.argv.slice(2);
const file = await open(path);
const { size } = await file.stat();

const server = createServer(async (request, response) => {
  const offset = Number(request.url.slice(1));
  const end = Math.min(size, offset + Number(range));
  const [before, after] = ['{"data_base64":"', '"}'];
  const length = 4 * Math.ceil((end - offset) / 3);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": before.length + length + after.length,
  });
  response.write(before);
  for (let at = offset; at < end; at += PIECE) {
    const { bytesRead } = await file.read(bytes, 0, Math.min(PIECE, end - at), at);
    response.cork();
    let isTaken = true;
    for (let from = 0; from < bytesRead; from += STEP)
      isTaken = response.write(bytes.toString("base64", from, Math.min(from + STEP, bytesRead)), "latin1");
    response.uncork();
    if (!isTaken) await new Promise((resolve) => response.once("drain", resolve));
  }
  response.end(after);
});
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));

let used = process.cpuUsage();
process.on("message", () => {
  const { user, system } = process.cpuUsage(used);
  used = process.cpuUsage();
  process.send({ processor: (user + system) / 1000 });
});
