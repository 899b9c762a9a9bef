/** Many writers of one file, as real processes: each value that is reported as written is in the file (W5, J03). */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { type Machine, machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";
import { BIN } from "../machine/run.js";

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

function start({ cwd, env }: Machine, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (data) => {
    stderr += String(data);
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stderr })));
}

const REASONS = /cannot write .*: (it changed meanwhile|another program is writing it|it exists meanwhile)\n/;

test.each([
  ["a file that is there", { [GLOBAL]: "version: 3\n" }],
  ["a file that is still to be created", {}],
])(
  "of ten that set a value at once, each has set it or says that it has not: %s",
  async (_, files) => {
    const at = machine(files);
    const numbers = Array.from({ length: 10 }, (_, number) => number);
    const ended = await Promise.all(
      numbers.map((number) => start(at, ["set", "--global", `plugins.k${number}`, String(number)])),
    );
    const done = numbers.filter((number) => ended[number]?.code === 0);
    const text = at.read(GLOBAL);
    expect(done.filter((number) => !text.includes(`k${number}: ${number}\n`))).toEqual([]);
    expect(ended.filter(({ code, stderr }) => code !== 0 && !(code === 2 && REASONS.test(stderr)))).toEqual([]);
    expect(done.length).toBeGreaterThan(0);
    expect(readdirSync(at.path("~/.config/agent"))).toEqual(["config.yaml"]);
  },
  60_000,
);

test("W8 a home where no directory can be made ends with a reason", async () => {
  const at = machine({});
  expect(await at.run(["set", "--global", "tui.theme", "dark"], { HOME: "/proc/self" })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("its directory cannot be created"),
  });
});
