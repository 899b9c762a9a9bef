import fc from "fast-check";
import { expect, test } from "vitest";
import type { Child, ChildOptions } from "../../src/agent/machine/interfaces/children.js";
import { shellTool } from "../../src/agent/session/shell/tool.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { HandClock } from "../ports/hand-clock.js";
import { byHand, call, HandChild, never, parts, SECRET, scrubberOf } from "./shell.js";

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("an input that does not fit is a result that says so, and nothing is started", async () => {
  const start = byHand(() => expect.unreachable());
  const inputs = [
    ...[{}, { command: "" }, { command: " \n" }, { command: 1 }, { command: ["ls"] }, { command: "a\0b" }],
    ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1801, "5", {}].map((seconds) => ({
      command: "ls",
      timeout_seconds: seconds,
    })),
    ...[{ command: "ls", cwd: "/" }, JSON.parse('{"command":"ls","__proto__":1}')],
  ];
  for (const input of inputs)
    expect(await call(parts({ start }), input)).toEqual({ text: expect.stringMatching(/^\[not run: /), isError: true });
});

test("an absent time and `null` are the usual time", async () => {
  for (const seconds of [undefined, null, 7.5]) {
    const clock = new HandClock();
    let child: HandChild | undefined;
    const running = call(parts({ clock, start: byHand((one) => (child = one)) }), {
      command: "ls",
      ...(seconds === undefined ? {} : { timeout_seconds: seconds }),
    });
    await settled();
    const timeout = typeof seconds === "number" ? seconds * 1000 : limits.shellTimeout;
    clock.pass(timeout - 1);
    expect(child?.signals).toEqual([]);
    clock.pass(1);
    expect(child?.signals).toEqual(["SIGTERM"]);
    child?.end(undefined, "SIGTERM");
    expect((await running).text).toBe(`[it took longer than ${timeout / 1000} s; stopped by SIGTERM]`);
    expect(clock.waiting).toBe(0);
  }
});

test("a program that never ends is given up after SIGTERM, SIGKILL and a grace for each", async () => {
  const clock = new HandClock();
  let child: HandChild | undefined;
  const cancel = new AbortController();
  const running = call(parts({ clock, start: byHand((one) => (child = one)) }), "ls", cancel.signal);
  await settled();
  child?.print("so far");
  cancel.abort();
  clock.pass(limits.shellGrace);
  expect(child?.signals).toEqual(["SIGTERM", "SIGKILL"]);
  clock.pass(limits.shellGrace);
  expect(await running).toEqual({
    text: "so far\n[the call was cancelled; it did not end after SIGTERM and SIGKILL, and may still run]",
    isError: true,
  });
  child?.print("too late");
  expect(clock.waiting).toBe(0);
});

test("an output that is longer than what is held ends with what became of the call, and says how much it is short of", async () => {
  const clock = new HandClock();
  const line = "one line of an output\n";
  const count = 2 * Math.ceil(limits.shellOutputBytes / line.length);
  let child: HandChild | undefined;
  const running = call(parts({ clock, start: byHand((one) => (child = one)) }), "build");
  await settled();
  child?.print(line.repeat(count));
  clock.pass(limits.shellTimeout);
  child?.end(undefined, "SIGTERM");
  const { text, missing = 0, isError } = await running;
  const end = "[it took longer than 120 s; stopped by SIGTERM]";
  expect([text.startsWith(line), text.endsWith(`${line}${end}`), isError]).toEqual([true, true, true]);
  expect(Buffer.byteLength(text) + missing).toBe(line.length * count + end.length);
});

test("a call that is cancelled before it begins starts nothing, and one that is cancelled while it starts is stopped", async () => {
  const cancel = new AbortController();
  cancel.abort();
  expect(
    await call(parts({ start: byHand(() => expect.unreachable()), initScript: "x" }), "ls", cancel.signal),
  ).toEqual({
    text: "[not run: the call was cancelled]",
    isError: true,
  });
  const later = new AbortController();
  const start = async (options: ChildOptions): Promise<Child> => {
    later.abort();
    const child = new HandChild(options);
    setImmediate(() => child.end(undefined, child.signals[0]));
    return child;
  };
  expect((await call(parts({ start }), "ls", later.signal)).text).toBe("[the call was cancelled; stopped by SIGTERM]");
});

test("a script goes on while another call waits for it, and one that never ends is given up", async () => {
  const clock = new HandClock();
  const cancel = new AbortController();
  const children: HandChild[] = [];
  const files = {
    status: async () => ({ kind: "file", size: 1, mode: 0, modified: 0, identity: "" }) as const,
    join: (...all: readonly string[]) => all.join("/"),
    realPath: async (path: string) => path,
  };
  const shell = parts({
    ...{ clock, files, initScript: "init.sh", cwd: "/p" },
    start: byHand((child) => children.push(child)),
  });
  const running = call(shell, "ls", cancel.signal);
  const beside = call(shell, "ls");
  await settled();
  cancel.abort();
  // Another call waits for it.
  expect((await running).text).toBe("[not run: the call was cancelled]");
  expect(children.map(({ signals }) => signals)).toEqual([[]]);
  clock.pass(limits.shellScriptTimeout);
  expect(children[0]?.signals).toEqual(["SIGTERM"]);
  clock.pass(limits.shellGrace);
  clock.pass(limits.shellGrace);
  await settled();
  children[1]?.end();
  expect((await beside).text).toMatch(
    /^\[init_script "init\.sh" has no effect: it took longer than 60 s; it did not end after /,
  );
});

test("output is text whatever it is: other bytes become replacement characters, control sequences stay", async () => {
  const start = byHand((child) => {
    child.print(Buffer.from([0xe2, 0x82]));
    child.print("between", "stderr");
    child.print(Buffer.from([0xac, 0xff, 0x00, 0x0d]));
    child.print("\u001b[31mred\u001b]0;title\u0007");
    child.print(Buffer.from([0xf0, 0x9f]), "stderr");
    child.end();
  });
  expect((await call(parts({ start }), "ls")).text).toBe("between€\ufffd\0\r\u001b[31mred\u001b]0;title\u0007\ufffd");
});

test("C307 a secret in pieces is gone from the output, wherever it is cut", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(60), { maxLength: 6 }), fc.string(), async (cuts, noise) => {
      const printed = Buffer.from(`${noise}${SECRET}\n${SECRET}${noise}`);
      const places = [0, ...cuts.filter((cut) => cut < printed.length).toSorted((a, b) => a - b), printed.length];
      const start = byHand((child) => {
        for (const [index, from] of places.entries()) child.print(printed.subarray(from, places[index + 1] ?? from));
        child.end();
      });
      const { text } = await call(parts({ start }), "ls");
      expect(text).toBe(scrubberOf(SECRET).scrub(printed.toString()));
      expect(text).not.toContain(SECRET);
    }),
    { numRuns: cases(200) },
  );
});

test("C307 a secret that the middle begins or ends with is not left in part", async () => {
  const half = limits.shellOutputBytes / 2;
  const start = byHand((child) => {
    child.print("x".repeat(half - 5));
    child.print(`${SECRET}${"y".repeat(3_000_000)}${SECRET}${"z".repeat(half - 5)}`);
    child.end();
  });
  const { text } = await call(parts({ start }), "ls");
  const whole = `${"x".repeat(half - 5)}[reda\n… 3000010 bytes left out …\ncted]${"z".repeat(half - 5)}`;
  // A comparison that fails would print both.
  expect(text === whole).toBe(true);
});

test("C307 the environment of a call is the daemon's without secrets, asked anew at each call", async () => {
  const seen: unknown[] = [];
  let scrubber = scrubberOf(SECRET);
  const start = byHand((child) => {
    seen.push(child.options.env);
    child.end();
  });
  const env = {
    ...{
      PATH: "/bin",
      EMPTY: "",
      ABSENT: undefined,
      ODD: `a${SECRET}b`,
      URL: `http://u:${encodeURIComponent(SECRET)}@h/`,
    },
    ...{ [SECRET]: "name", LATER: "another-secret", KEY: "ghp_abcdefghijklmnopqrstuvwxyz0123456789" },
  };
  const shell = parts({ start, env, scrubber: () => scrubber });
  await call(shell, "ls");
  scrubber = scrubberOf(SECRET, "another-secret");
  await call(shell, "ls");
  expect(seen).toEqual([
    { PATH: "/bin", EMPTY: "", LATER: "another-secret" },
    { PATH: "/bin", EMPTY: "" },
  ]);
});

test.each([
  ["DB_PASSWORD", true],
  ["AWS_SECRET_ACCESS_KEY", true],
  ["MY_SECRET", true],
  ["GITHUB_TOKEN", true],
  ["npm_config__authToken", true],
  ["PGPASSWORD", true],
  ["PWD", false],
  ["OLDPWD", false],
  ["SSH_AUTH_SOCK", false],
  ["MAX_TOKENS", false],
  ["PUBLIC_KEY", false],
  ["EDITOR", false],
])("the variable %s is withheld where the user does not vouch for the directory: %s", async (name, isWithheld) => {
  for (const isOwn of [true, false]) {
    const seen: string[] = [];
    const start = byHand((child) => {
      seen.push(...Object.keys(child.options.env));
      child.end();
    });
    await call(parts({ start, isOwn, env: { PATH: "/bin", [name]: "value" } }), "env");
    expect(seen).toEqual(isWithheld && !isOwn ? ["PATH"] : ["PATH", name]);
  }
});

test("in no directory does a shell get a credential of the configuration, and its description says what it gets", async () => {
  for (const isOwn of [true, false]) {
    const start = byHand((child) => {
      child.print(JSON.stringify(child.options.env));
      child.end();
    });
    const shell = parts({ start, isOwn, env: { PATH: "/bin", PLAIN: SECRET } });
    expect((await call(shell, "env")).text).toBe('{"PATH":"/bin"}');
    const { description } = shellTool(shell);
    expect(description).toContain("Credentials of the agent's configuration are not in the environment");
    expect(description.includes("variables whose names say that they hold a credential")).toBe(!isOwn);
    expect(description).toContain("a courtesy, not a wall");
  }
});

test("a program that does not start is a result with its code and without the command", async () => {
  for (const [code, said] of [
    ["EACCES", "`bash` did not start (EACCES)"],
    ["ENOENT", "there is no `bash` on the PATH"],
    ["ENOTDIR", "the working directory is gone"],
  ])
    expect(await call(parts({ start: () => Promise.reject(new Error(code)) }), SECRET)).toEqual({
      text: `[not run: ${said}]`,
      isError: true,
    });
});

test("lines of secret files are redacted from results, unless the command names the file: then the user was asked", async () => {
  const start = byHand((child) => {
    child.print("src/a.ts:1:KEY\n.env:1:KEY=1\n");
    child.end();
  });
  const shell = parts({ start, secretFiles: [".env"] });
  expect((await call(shell, "grep -rn KEY .")).text).toBe("src/a.ts:1:KEY\n[redacted: 1 line of secret files]\n");
  expect((await call(shell, "grep -n KEY src/a.ts .env")).text).toBe("src/a.ts:1:KEY\n.env:1:KEY=1\n");
});

test("what a model is told of it: a strict schema and the shell's name", () => {
  const { name, description, inputSchema, origin } = shellTool(parts());
  expect({ name, origin, required: inputSchema["required"], more: inputSchema["additionalProperties"] }).toEqual({
    ...{ name: "shell", origin: "shipped", required: ["command"], more: false },
  });
  expect(description).toMatch(/^Runs a command with bash in the working directory /);
  expect(shellTool(parts({ shell: "powershell" })).description).toContain("PowerShell");
});

test("PowerShell runs without a profile and takes a path in quotes of any kind", async () => {
  const seen: (readonly string[])[] = [];
  const start = byHand((child) => {
    seen.push([child.options.program, ...child.options.words]);
    child.print("\0begin\0A=1\0B=x=y\nz\0end\0");
    child.end();
  });
  const files = {
    status: async () => ({ kind: "file", size: 1, mode: 0, modified: 0, identity: "" }) as const,
    join: (...all: readonly string[]) => all.join("/"),
    realPath: async (path: string) => path,
  };
  await shellTool(parts({ shell: "powershell", initScript: "it's ‘odd’.ps1", cwd: "/p", start, files })).run(
    { command: "ls" },
    { signal: never },
  );
  expect(seen[0]?.slice(0, 4)).toEqual(["pwsh", "-NoProfile", "-NonInteractive", "-Command"]);
  expect(seen[0]?.[4]).toContain("\n. '/p/it''s ‘‘odd’’.ps1' *>&1 |");
  expect(seen[1]).toEqual(["pwsh", "-NoProfile", "-NonInteractive", "-Command", "ls"]);
});
