/** Logins on the disk (P-S84): where they lie, for whom, and what is no login. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeFiles } from "../../../src/agent/machine/node/files.js";
import { limits } from "../../../src/generated/protocol/tables.js";
import { cases, sweep } from "../../cases.js";
import { AUTO, type Bench, bench, FILE, FIXED, logIn, type Wanted } from "./bench.js";

/** Logins on the disk of this machine. */
async function onDisk(wanted: Wanted = {}): Promise<Bench & { readonly state: string; readonly file: string }> {
  const state = join(mkdtempSync(join(tmpdir(), "logins-")), "state");
  const at = await bench({ ...wanted, host: { files: nodeFiles, state, ...wanted.host } });
  return { ...at, state, file: join(state, "auth", "mcp", "notes", "login.json") };
}

const tokenOf = async ({ logins, server }: Bench): Promise<string | undefined> =>
  await logins.providerFor(server).token();

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test("P-S84 a login lies in `auth/mcp/<auth_key_name>`, for its user alone", async () => {
  const at = await onDisk({ server: { authKey: "work_account-1" } });
  await logIn(at);
  const mcp = join(at.state, "auth", "mcp");
  const directory = join(mcp, "work_account-1");
  for (const path of [join(at.state, "auth"), mcp, directory]) expect(modeOf(path)).toBe(0o700);
  expect(modeOf(join(directory, "login.json"))).toBe(0o600);
  expect(await tokenOf(at)).toMatch(/^access-secret/);
});

test("P-S84 a file that is not its user's alone, a link, a directory, a long and a damaged one are no logins", async () => {
  const at = await onDisk();
  await logIn(at);
  const whole = readFileSync(at.file);
  const directory = join(at.file, "..");
  const put = (bytes: string | Uint8Array): void => {
    writeFileSync(at.file, bytes, { mode: 0o600 });
    chmodSync(at.file, 0o600);
  };
  const broken: readonly (readonly [() => void, () => void])[] = [
    [() => chmodSync(at.file, 0o640), () => chmodSync(at.file, 0o600)],
    [() => chmodSync(at.file, 0o604), () => chmodSync(at.file, 0o600)],
    [() => chmodSync(directory, 0o750), () => chmodSync(directory, 0o700)],
    [() => chmodSync(join(at.state, "auth"), 0o701), () => chmodSync(join(at.state, "auth"), 0o700)],
    [() => put(whole.subarray(0, -9)), () => put(whole)],
    [() => put(""), () => put(whole)],
    [() => put("null"), () => put(whole)],
    [() => put(new Uint8Array([0xff, 0xfe])), () => put(whole)],
    [() => put(Buffer.concat([whole, Buffer.alloc(limits.loginBytes, " ")])), () => put(whole)],
    [
      () => [renameSync(at.file, `${at.file}.1`), symlinkSync(`${at.file}.1`, at.file)],
      () => renameSync(`${at.file}.1`, at.file),
    ],
    [
      () => [renameSync(at.file, `${at.file}.1`), mkdirSync(at.file)],
      () => [renameSync(at.file, `${at.file}.2`), renameSync(`${at.file}.1`, at.file)],
    ],
    [() => [renameSync(directory, `${directory}-1`), symlinkSync(`${directory}-1`, directory)], () => {}],
  ];
  for (const [spoil, mend] of broken) {
    expect(await tokenOf(at)).toMatch(/^access-secret/);
    const said = at.log.length;
    spoil();
    expect([spoil.toString(), await tokenOf(at)]).toEqual([spoil.toString(), undefined]);
    expect(at.log.slice(said).join("")).toMatch(
      / warn +the stored login of a tool server (?:is|cannot) .*server=notes/,
    );
    mend();
  }
});

test("P-S84 nothing is written behind a link or where others look", async () => {
  const at = await onDisk({ auth: { redirect: FIXED } });
  const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
  mkdirSync(join(at.state, "auth", "mcp"), { recursive: true, mode: 0o700 });
  symlinkSync(elsewhere, join(at.state, "auth", "mcp", "notes"));
  await expect(logIn(at)).rejects.toThrow("failed");
  expect(await nodeFiles.list(elsewhere)).toEqual([]);
  expect(at.done).toEqual([]);
});

test.each(["", ".", "..", "a/b", "_a", "a__b", "../../notes", "a\u0000b", "ä"])(
  "spec 2.10 %j is no directory of logins: nothing is read or written there",
  async (authKey) => {
    const at = await bench({ server: { authKey }, auth: { redirect: FIXED } });
    expect(await tokenOf(at)).toBeUndefined();
    await expect(logIn(at)).rejects.toThrow("failed");
    expect([...at.disk.image().keys()]).toEqual([]);
  },
);

test("a login is of one address: another server of the same name does not get the token", async () => {
  const at = await bench();
  await logIn(at);
  const evil = at.logins.providerFor({ ...at.server, url: "https://evil.example/mcp" });
  expect(await evil.token()).toBeUndefined();
  expect(at.log.join("")).toContain("is of another address");
});

test("a login is of the client that the configuration names", async () => {
  const at = await bench();
  await logIn(at);
  const { auth } = at.server;
  const other = { ...auth, registration: { type: "pre-registered", client_id: "another" } } as const;
  expect(await at.logins.providerFor({ ...at.server, auth: other }).token()).toBeUndefined();
  expect(at.log.join("")).toContain("is of another client");
  expect(await at.logins.providerFor({ ...at.server, auth: { ...auth, registration: AUTO } }).token()).toBeDefined();
});

test("a reason is said once", async () => {
  const at = await bench();
  await logIn(at);
  at.disk.overwrite(FILE, Buffer.from("{}"));
  const provider = at.logins.providerFor(at.server);
  const said = at.log.length;
  for (let time = 0; time < 5; time += 1) expect(await provider.token()).toBeUndefined();
  expect(at.log.length - said).toBe(1);
});

test("a full disk fails the login, in words, and leaves the old one whole", async () => {
  const at = await bench({ auth: { redirect: FIXED } });
  await logIn(at);
  const token = await tokenOf(at);
  at.disk.decide = ({ kind, path }) => (kind === "append" && path.startsWith(FILE) ? "full" : undefined);
  await expect(logIn(at)).rejects.toThrow("failed");
  expect(at.log.join("")).toContain("it cannot be kept on the disk");
  expect(await tokenOf(at)).toBe(token);
});

test("P-S84 after a crash at any step of writing, the old login or the new one is there whole", async () => {
  const at = await bench({ auth: { redirect: FIXED } });
  await logIn(at);
  for (const step of sweep()) {
    const before = at.disk.operations.length;
    at.disk.decide = ({ number }) => (number === before + step ? "end-within" : undefined);
    // The lock of a daemon that has ended is taken over.
    const processes = {
      self: { pid: step, boot: "b", started: "s" },
      mayRun: ({ pid }: { readonly pid: number }) => pid === step,
    };
    const logins = at.another({ files: at.disk.files(), processes });
    const isWritten = await logIn({ ...at, logins }).then(
      () => true,
      () => false,
    );
    at.disk.crash();
    const next = at.another({ files: at.disk.files() });
    expect(await next.providerFor(at.server).token()).toMatch(/^access-secret/);
    if (isWritten) break;
  }
  expect(at.done.length).toBeGreaterThan(1);
});

test("no bytes in the file of a login make a token that cannot be sent, or an error", async () => {
  const at = await bench();
  await logIn(at);
  const whole = JSON.parse(Buffer.from(at.disk.bytes(FILE)).toString());
  const provider = at.logins.providerFor(at.server);
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom("a\r\nX-Evil: 1", "", "ä", "a b", "__proto__"));
  const changed = fc
    .record({ key: fc.constantFrom(...Object.keys(whole)), value })
    .map(({ key, value }) => ({ ...whole, [key]: value }));
  const tokens = fc
    .dictionary(fc.constantFrom("access_token", "refresh_token", "scope"), value)
    .map((tokens) => ({ ...whole, tokens }));
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.oneof(fc.jsonValue(), changed, tokens).map((one) => Buffer.from(JSON.stringify(one))),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (file) => {
      at.disk.overwrite(FILE, file);
      const token = await provider.token();
      if (token !== undefined) expect(token).toMatch(/^[!-~]+$/);
    }),
    { numRuns: cases(2000) },
  );
});
