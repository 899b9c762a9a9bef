/** Whether a process runs, by its number. */
import { spawnSync } from "node:child_process";
import { afterEach, expect, test, vi } from "vitest";
import { isRunning } from "../../src/toolkit/read/host/running.js";

afterEach(() => void vi.restoreAllMocks());

test("this process runs, one that has ended does not", () => {
  expect(isRunning(process.pid)).toBe(true);
  expect(isRunning(spawnSync(process.execPath, ["-e", ""]).pid)).toBe(false);
});

test.each([
  ["EPERM", true],
  ["ESRCH", false],
  ["ERR_INVALID_ARG_TYPE", true],
])("after %s of the system: %s", (code, runs) => {
  const kill = vi.spyOn(process, "kill").mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
  expect(isRunning(7)).toBe(runs);
  expect(kill).toHaveBeenCalledExactlyOnceWith(7, 0);
});
