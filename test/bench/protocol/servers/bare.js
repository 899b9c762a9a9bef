/** `node:http` with the same look at the bearer, and the same answer, made anew each time. Started by itself, it says where it is. */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { SNAPSHOT } from "../snapshot.js";
import { TOKEN } from "../token.js";

const sha256 = (text) => createHash("sha256").update(text).digest();
const digest = sha256(TOKEN);

export async function listen() {
  const server = createServer((request, response) => {
    const [, bearer = ""] = /^bearer +([!-~]+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const isKnown = timingSafeEqual(sha256(bearer), digest);
    const body = JSON.stringify(isKnown ? SNAPSHOT : { code: "unauthorized" });
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    response.writeHead(isKnown ? 200 : 401, headers).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: server.address().port, headers: { authorization: `Bearer ${TOKEN}` } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { port } = await listen();
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
}
