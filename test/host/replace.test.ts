import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../src/host/node.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "agentcfg-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test("J03 a file that another program changed meanwhile is left alone", () => {
  const cwd = folder();
  writeFileSync(join(cwd, "config.yaml"), "theirs\n");
  const host = nodeHost({ cwd });
  expect(host.replaceFile("config.yaml", bytes("mine\n"), bytes("new\n"))).toBe("it changed meanwhile");
  expect(readFileSync(join(cwd, "config.yaml"), "utf8")).toBe("theirs\n");
});

test("J03 two writers at once: the second is told, and the first is left to finish", () => {
  const cwd = folder();
  writeFileSync(join(cwd, "config.yaml"), "old\n");
  writeFileSync(join(cwd, `.config.yaml.${process.pid}.tmp`), "somebody else's\n");
  const host = nodeHost({ cwd });
  expect(host.replaceFile("config.yaml", bytes("old\n"), bytes("new\n"))).toBe("another program is writing it");
  expect(readFileSync(join(cwd, "config.yaml"), "utf8")).toBe("old\n");
  expect(readdirSync(cwd)).toHaveLength(2);
});

test("what cannot be written says why, and leaves the directory as it was", () => {
  const cwd = folder();
  const host = nodeHost({ cwd });
  expect(host.replaceFile("none.yaml", bytes(""), bytes("new\n"))).toBe("there is no such file");
  expect(host.replaceFile("/proc/version", readFileSync("/proc/version"), bytes("new\n"))).toBeTypeOf("string");
  expect(readdirSync(cwd)).toEqual([]);
});

test("a directory that may not be entered does not pass for one without a configuration", () => {
  const cwd = folder();
  const host = nodeHost({ cwd });
  expect(host.kindOf(join(cwd, "none"))).toBeUndefined();
  writeFileSync(join(cwd, "file"), "");
  expect(host.kindOf(join(cwd, "file", "below"))).toBeUndefined();
  expect(host.kindOf(`${cwd}/${"x".repeat(5000)}`)).toBe("unknown");
});
