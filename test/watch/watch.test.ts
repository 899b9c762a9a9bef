import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import type { Host } from "../../src/toolkit/read/host/host.js";
import { type WatchEvent, type WatchOptions, watch } from "../../src/toolkit/watch.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

interface Watched {
  readonly place: ReturnType<typeof machine>;
  readonly next: () => Promise<WatchEvent>;
  readonly quiet: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

function watched(files: Readonly<Record<string, string>>, options: WatchOptions = {}): Watched {
  const place = machine(files);
  const abort = new AbortController();
  const looks = lookCounter(place.host);
  const events = watch({ ...options, host: looks.host, intervalMs: 10, signal: abort.signal });
  let pending: Promise<IteratorResult<WatchEvent, void>> | undefined;
  const take = (): Promise<IteratorResult<WatchEvent, void>> => {
    pending ??= events.next();
    return pending;
  };
  return {
    place,
    next: async () => {
      const { value } = await take();
      pending = undefined;
      if (!value) throw new Error("the watch has ended");
      return value;
    },
    // The first look may have begun too early, the second sees everything, and a third comes when nothing is made of it.
    quiet: () => Promise.race([take().then(() => false), looks.more(3).then(() => true)]),
    stop: async () => {
      abort.abort();
      await take();
    },
  };
}

/** A host that knows how often the files were looked at. */
function lookCounter(host: Host): { readonly host: Host; readonly more: (count: number) => Promise<void> } {
  let first: string | undefined;
  let left = 0;
  let enough = (): void => {};
  const signature = (file: string): string | undefined => {
    first ??= file;
    if (file === first) left -= 1;
    if (left === 0) enough();
    return host.signature(file);
  };
  const more = (count: number): Promise<void> =>
    new Promise((resolve) => {
      left = count;
      enough = resolve;
    });
  return { host: { ...host, signature }, more };
}

/** The way editors save: a temporary file, renamed over the old one. */
function save(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

const text = (window: number): string => `version: 3\nmodels: { m: { context_window: ${window} } }\n`;

test("says what changed, after atomic renames, appearing and disappearing files", async () => {
  const { place, next, quiet, stop } = watched({ [GLOBAL]: text(1) });
  expect(await next()).toMatchObject({ result: { ok: true }, changed: [], needsRestart: [] });
  expect(await quiet()).toBe(true);

  save(place.path(GLOBAL), text(2));
  expect(await next()).toMatchObject({
    changed: ["/models/m/context_window"],
    config: { models: { m: { context_window: 2 } } },
  });

  save(place.path(GLOBAL), `# only a comment\n${text(2)}`);
  expect(await quiet()).toBe(true);

  save(place.path(PROJECT), text(3));
  expect(await next()).toMatchObject({ config: { models: { m: { context_window: 3 } } } });

  rmSync(place.path(".agent"), { recursive: true });
  expect(await next()).toMatchObject({ config: { models: { m: { context_window: 2 } } } });
  await stop();
});

test("an error of a project is told, also where it costs no value that was in effect, and so is its end", async () => {
  const { place, next, quiet, stop } = watched({ [GLOBAL]: text(1), [PROJECT]: "version: 3\n" });
  await next();
  const errors = async (): Promise<readonly string[]> => {
    const { result, changed } = await next();
    expect([result.ok, changed]).toEqual([true, []]);
    return result.diagnostics.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
  };
  save(place.path(PROJECT), "version: 3\ntelemetry: null\n");
  expect(await errors()).toEqual(["layer/global-only"]);
  save(place.path(PROJECT), "version: 3\ntelemetry: null # as before\n");
  expect(await quiet()).toBe(true);
  save(place.path(PROJECT), "# only a comment\n");
  expect(await errors()).toEqual([]);
  await stop();
});

test("keeps the last good configuration, and tells which changes need a restart", async () => {
  const { place, next, stop } = watched({ [GLOBAL]: text(1) });
  await next();
  save(place.path(GLOBAL), "a: [\n");
  expect(await next()).toMatchObject({
    result: { ok: false },
    changed: [],
    config: { models: { m: { context_window: 1 } } },
  });

  save(place.path(GLOBAL), `${text(1)}daemon: { subagent_stall_threshold_secs: 5, max_tool_turns: 7 }\n`);
  expect(await next()).toMatchObject({
    result: { ok: true },
    changed: ["/daemon/subagent_stall_threshold_secs", "/daemon/max_tool_turns"],
    needsRestart: ["/daemon/subagent_stall_threshold_secs"],
  });
  await stop();
});

test("what the caller does to a configuration is no change of its files", async () => {
  const { place, next, stop } = watched({ [GLOBAL]: text(1) });
  const { config } = await next();
  Object.assign(config?.models?.["m"] ?? {}, { context_window: 2 });
  Object.assign(config ?? {}, { plugins: { added: true } });
  save(place.path(GLOBAL), text(2));
  expect((await next()).changed).toEqual(["/models/m/context_window"]);
  await stop();
});

test("ends when it is told to", async () => {
  const abort = new AbortController();
  const { home, repository } = machine({ [GLOBAL]: text(1) });
  const seen: WatchEvent[] = [];
  for await (const event of watch({ cwd: repository, env: { HOME: home }, signal: abort.signal })) {
    seen.push(event);
    abort.abort();
  }
  expect(seen).toHaveLength(1);
});

test("commands of the user run once for each state of the global file, whatever the project does", async () => {
  const global = (rest: string): string =>
    `version: 3\nconfig_command_substitution: true\ntui: { theme: "$(echo ran >> runs; echo dark)", ${rest} }\n`;
  const { place, next, stop } = watched({ [GLOBAL]: global("alt-screen: never"), [PROJECT]: "version: 3\n" });
  const runs = (): number => place.read("~/.config/agent/runs").split("\n").length - 1;
  expect((await next()).config?.tui?.theme).toBe("dark");
  expect(runs()).toBe(1);
  for (const level of ["debug", "warn", "error"]) {
    writeFileSync(place.path(PROJECT), `version: 3\ndaemon: { log_level: ${level} }\n`);
    expect((await next()).config?.daemon.log_level).toBe(level);
  }
  expect(runs()).toBe(1);
  writeFileSync(place.path(GLOBAL), global("alt-screen: always"));
  await next();
  expect(runs()).toBe(2);
  await stop();
});

test("a project counts as soon as its user vouches for it, and no longer than that", async () => {
  const project = "version: 3\ndefault_permission_matcher: bypass\n";
  const { place, next, stop } = watched({ [PROJECT]: project }, { projectTrust: "granted" });
  expect((await next()).config?.default_permission_matcher).toBe("standard");
  const sha256 = (await place.load()).projectSha256() ?? "";
  expect(await place.run(["trust", "--sha256", sha256])).toMatchObject({ code: 0 });
  const granted = await next();
  expect([granted.config?.default_permission_matcher, granted.changed]).toEqual([
    "bypass",
    ["/default_permission_matcher"],
  ]);
  await place.run(["trust", "--revoke"]);
  expect((await next()).config?.default_permission_matcher).toBe("standard");
  await stop();
});

test("a file that the project names is vouched for, too", async () => {
  const project = "version: 3\nagent_behavior: { shell: { command: bash, init_script: init.sh } }\n";
  const options = { projectTrust: "granted", trustedProjects: [] as string[] } as const;
  const { place, next, quiet, stop } = watched({ [PROJECT]: project, "init.sh": "one\n" }, options);
  const first = await next();
  expect(first.result.standing.prompts !== undefined).toBe(false);
  options.trustedProjects.push(first.result.projectSha256() ?? "");
  save(place.path(PROJECT), `${project}# vouched for\n`);
  save(place.path(PROJECT), project);
  expect((await next()).result.standing.prompts !== undefined).toBe(true);
  expect(await quiet()).toBe(true);
  save(place.path("init.sh"), "two\n");
  expect((await next()).result.standing.prompts !== undefined).toBe(false);
  rmSync(place.path("init.sh"));
  save(place.path("init.sh"), "one\n");
  expect((await next()).result.standing.prompts !== undefined).toBe(true);
  await stop();
});

test("a trust store that is replaced, of a configuration that stays", async () => {
  const [first = "", second = ""] = rootCertificates;
  const store = "daemon: { tls: { trust_store: ca.pem } }\n";
  const { place, next, quiet, stop } = watched({ [GLOBAL]: `version: 3\n${store}`, "ca.pem": first });
  expect((await next()).result.ok).toBe(true);
  expect(await quiet()).toBe(true);
  save(place.path("ca.pem"), `${first}\n${second}`);
  expect(await next()).toMatchObject({ result: { ok: true }, changed: [] });
  expect(await quiet()).toBe(true);
  await stop();
});

test("a trust store that is mended", async () => {
  const store = "daemon: { tls: { trust_store: ca.pem } }\n";
  const { place, next, stop } = watched({ [GLOBAL]: `version: 3\n${store}` });
  expect((await next()).result.ok).toBe(false);
  save(place.path("ca.pem"), rootCertificates[0] ?? "");
  expect((await next()).result.ok).toBe(true);
  await stop();
});
