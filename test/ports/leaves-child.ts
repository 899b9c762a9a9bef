/** A process that starts a recorded child, `RECORD SCRIPT`, prints its number and its output, and goes on until it is killed. */
import { tmpdir } from "node:os";
import { nodeChildren } from "../../src/agent/machine/node/children.js";

const [record = "", script = ""] = process.argv.slice(2);
const output: Uint8Array[] = [];
let isTold = false;
const take = (_: string, bytes: Uint8Array): void => {
  if (isTold) process.stdout.write(bytes);
  else output.push(bytes);
};
const env = { PATH: process.env["PATH"] ?? "" };
const child = await nodeChildren({
  ...{ program: "bash", words: ["--norc", "-c", script], cwd: tmpdir(), env, record, take },
});
process.stdout.write(`${child.pid}\n`);
isTold = true;
for (const bytes of output) process.stdout.write(bytes);
setInterval(() => {}, 1000);
