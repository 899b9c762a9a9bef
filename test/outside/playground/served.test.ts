import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
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
