/** Starts a server as a process, from the side that reads it. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Where it is, and how it is told something: `ask` gives what it answers. */
export async function startServer(...words) {
  const child = fork(fileURLToPath(new URL("serve.js", import.meta.url)), words, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const answer = () =>
    new Promise((resolve, reject) => {
      const failed = (code) => reject(new Error(`the server ended with ${code}`));
      child.once("exit", failed);
      child.once("message", (said) => {
        child.off("exit", failed);
        resolve(said);
      });
    });
  const where = await answer();
  const ask = (told) => {
    child.send(told);
    return answer();
  };
  return { where, ask, stop: () => child.kill() };
}
