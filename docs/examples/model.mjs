/**
 * A model that follows a script, to try an agent without an account: `node docs/examples/model.mjs STEPS.json` prints its URL. A step is the text of
 * an answer, `{ "tool": NAME, "input": {…} }` for a call, or `{ "refuse": STATUS, "message": WORDS }` for a provider that refuses; each request gets
 * the next one, and the last one stays. Its list of models is empty.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: node model.mjs STEPS.json");
  process.exit(2);
}
const steps = JSON.parse(readFileSync(file, "utf8"));
let asked = 0;

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    if (request.method === "GET") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"object":"list","data":[]}');
      return;
    }
    const step = steps[Math.min(asked, steps.length - 1)];
    asked += 1;
    if (step.refuse !== undefined) {
      response.writeHead(step.refuse, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: step.message } }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (data) => response.write(`data: ${JSON.stringify(data)}\n\n`);
    const say = (delta, finish_reason = null) => send({ choices: [{ index: 0, delta, finish_reason }] });
    if (typeof step === "string") {
      say({ content: step });
      say({}, "stop");
    } else {
      const call = { name: step.tool, arguments: JSON.stringify(step.input) };
      say({ tool_calls: [{ index: 0, id: `call_${asked}`, type: "function", function: call }] });
      say({}, "tool_calls");
    }
    send({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } });
    response.end("data: [DONE]\n\n");
  });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
