/** Fastify with the same look at the bearer, and the same answer, made anew each time. */
import { createHash, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SNAPSHOT } from "../snapshot.js";
import { TOKEN } from "../token.js";

const sha256 = (text) => createHash("sha256").update(text).digest();
const digest = sha256(TOKEN);

export async function listen(folder) {
  const { fastify } = await import(pathToFileURL(join(folder, "fastify.mjs")));
  const server = fastify();
  server.addHook("onRequest", async (request, reply) => {
    const [, bearer = ""] = /^bearer +([!-~]+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if (!timingSafeEqual(sha256(bearer), digest)) await reply.code(401).send({ code: "unauthorized" });
  });
  server.get("/sync", async () => SNAPSHOT);
  await server.listen({ host: "127.0.0.1", port: 0 });
  return { port: server.server.address().port, headers: { authorization: `Bearer ${TOKEN}` } };
}
