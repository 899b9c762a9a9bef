import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";

test("`npm run playground` serves the page that it writes, on this machine alone", async () => {
  const server = spawn(process.execPath, [".build/playground.js"], { env: { ...process.env, PORT: "0" } });
  onTestFinished(() => void server.kill());
  const [said] = await once(server.stdout.setEncoding("utf8"), "data");
  const [address = ""] = /^http:\/\/127\.0\.0\.1:\d+\//.exec(said) ?? [];
  const answer = await fetch(address);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await answer.text()).toBe(readFileSync("docs/playground/index.html", "utf8"));
});

/** What the program says on a port that it cannot have. */
async function refusalOf(port: string): Promise<readonly [unknown, string]> {
  const child = spawn(process.execPath, [".build/playground.js"], { env: { ...process.env, PORT: port } });
  onTestFinished(() => void child.kill());
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code] = await once(child, "close");
  return [code, said];
}

test("a port in use is a line that says what to do", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await refusalOf(String(port))).toEqual([
    1,
    `the page is not served: another program uses port ${port}; PORT names another port. From a disk it works as well: docs/playground/index.html\n`,
  ]);
});

test.each(["abc", "65536", "-1", ""])("PORT=%s is a line", async (port) => {
  expect(await refusalOf(port)).toEqual([1, expect.stringMatching(/^the page is not served: PORT is no port; .*\n$/)]);
});
