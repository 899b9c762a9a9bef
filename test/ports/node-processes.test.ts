/** Node's processes: who is gone for certain. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { nodeProcesses } from "../../src/agent/machine/node/processes.js";

const processes = nodeProcesses();
const { self } = processes;

test("this process runs, and is told from another one that has its number, or had it in another run of the machine", () => {
  expect(self.pid).toBe(process.pid);
  expect(nodeProcesses().self).toEqual(self);
  expect(processes.mayRun(self)).toBe(true);
  expect(processes.mayRun({ ...self, started: "" })).toBe(true);
  expect(processes.mayRun({ ...self, started: `${self.started}0` })).toBe(self.started === "");
  expect(processes.mayRun({ ...self, boot: `0${self.boot}` })).toBe(self.boot === "");
});

test("numbers that no process has are nobody's", () => {
  for (const pid of [0, -1, 1.5, Number.NaN]) expect(processes.mayRun({ ...self, pid })).toBe(false);
});

test("a process in another container may run, as nobody can look", () => {
  const [boot = "", space = ""] = self.boot.split(" ");
  expect(space).toMatch(/^pid:/);
  expect(processes.mayRun({ pid: 2 ** 22 + 7, started: "1", boot: `${boot} pid:[1]` })).toBe(true);
  expect(processes.mayRun({ pid: 2 ** 22 + 7, started: "1", boot: `0 pid:[1]` })).toBe(false);
});

test("a process that has ended is gone, though its parent does not ask for it", async () => {
  const parent = spawn("sh", ["-c", "sleep 1000 & echo $!; exec sleep 1000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(createInterface({ input: parent.stdout }), "line")) as [string];
    const pid = Number(line);
    const child = { ...self, pid, started: "" };
    expect(processes.mayRun(child)).toBe(true);
    // A shell that is not yet the program it starts would ask.
    parent.kill("SIGSTOP");
    process.kill(pid, "SIGKILL");
    while (processes.mayRun(child)) await new Promise((resolve) => setImmediate(resolve));
    // Its number is not free.
    expect(() => process.kill(pid, 0)).not.toThrow();
  } finally {
    parent.kill("SIGKILL");
  }
});
