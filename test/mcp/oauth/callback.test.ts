/** The way back of a browser: what is taken, once, and what is refused (P-S35). */
import { connect } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../../src/generated/protocol/tables.js";
import { cases } from "../../cases.js";
import { answerIn, type Bench, begun, bench, browse, FIXED } from "./bench.js";

/** The address that the browser comes back to, with a code that is good. */
const backOf = async ({ there, logins, server }: Bench): Promise<URL> => there.agree(await begun(logins, server));

/** Sends bytes, and gives what comes until the connection is closed. */
function raw(port: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
    let got = "";
    socket.on("data", (bytes) => {
      got += bytes;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(got));
  });
}

test("C025 the listener is on loopback, on a port of its own for each login, and wants no bearer", async () => {
  const at = await bench();
  const other = { ...at.server, name: "tasks", authKey: "tasks" };
  const [one, two] = [await backOf(at), at.there.agree(await begun(at.logins, other))];
  expect([one.hostname, two.hostname]).toEqual(["127.0.0.1", "127.0.0.1"]);
  expect(one.port).not.toBe(two.port);
  expect((await browse(one)).text).toContain("You are logged in");
  expect(at.done).toEqual(["notes"]);
});

test("P-S35 the page is fixed, runs nothing and is not kept; afterwards nothing listens", async () => {
  const at = await bench();
  const back = await backOf(at);
  back.searchParams.set("extra", "<script>alert(1)</script>");
  const { status, headers, text } = await browse(back);
  expect(status).toBe(200);
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(text).not.toMatch(/script|secret/);
  await expect(fetch(back)).rejects.toThrow();
});

test("P-S35 one path and GET alone; everything else is 404 and changes nothing", async () => {
  const at = await bench();
  const back = await backOf(at);
  const elsewhere = ["/", "/callback/", "/callback/x", "/Callback", "/%63allback", "//callback", "/favicon.ico"];
  for (const path of elsewhere) expect((await browse(`${back.origin}${path}${back.search}`)).status).toBe(404);
  for (const method of ["POST", "HEAD", "OPTIONS", "PUT"]) expect((await browse(back, { method })).status).toBe(404);
  expect(at.there.count("/token")).toBe(0);
  expect((await browse(back)).status).toBe(200);
});

test("P-S35 a request by another name of this machine is refused, and so are bytes that are no request", async () => {
  const at = await bench();
  const back = await backOf(at);
  const target = `${back.pathname}${back.search}`;
  const hosts = [`localhost:${back.port}`, "evil.example", "127.0.0.1", `127.0.0.1:${back.port}.evil.example`, ""];
  for (const host of hosts) {
    const got = await raw(back.port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(got).toMatch(/^HTTP\/1\.1 40[04] /);
  }
  const twice = `Host: ${back.host}\r\nHost: ${back.host}\r\n`;
  expect(await raw(back.port, `GET ${target} HTTP/1.1\r\n${twice}\r\n`)).toMatch(/^HTTP\/1\.1 40[04] /);
  expect(await raw(back.port, "\u0016\u0003\u0001 no HTTP\r\n\r\n")).toMatch(/^HTTP\/1\.1 404 /);
  expect(await raw(back.port, `GET ${target}${"x".repeat(100_000)} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1\.1 404 |^$/);
  expect(at.there.count("/token")).toBe(0);
  expect((await browse(back)).status).toBe(200);
});

test("P-S35 a state is good once, for its own server, and unchanged", async () => {
  const at = await bench({ auth: { redirect: FIXED } });
  const other = { ...at.server, name: "tasks", authKey: "tasks" };
  const answer = answerIn(await backOf(at));
  const foreign = answerIn(at.there.agree(await begun(at.logins, other)));
  const wrong = [
    { ...answer, state: "" },
    { ...answer, state: `${answer.state}x` },
    { ...answer, state: answer.state.toUpperCase() },
    { ...answer, state: foreign.state },
    { ...answer, code: undefined },
    { ...answer, error: "access_denied" },
  ];
  for (const one of wrong) expect(await at.logins.callback("notes", one)).toEqual({ kind: "refused" });
  expect(await at.logins.callback("unknown", answer)).toEqual({ kind: "refused" });
  expect(at.there.count("/token")).toBe(0);
  const both = await Promise.all([at.logins.callback("notes", answer), at.logins.callback("notes", answer)]);
  expect(both).toEqual([{ kind: "done" }, { kind: "refused" }]);
  expect(await at.logins.callback("notes", answer)).toEqual({ kind: "refused" });
  expect(await at.logins.callback("tasks", foreign)).toEqual({ kind: "done" });
  expect(at.there.count("/token")).toBe(2);
});

test("P-S35 a state expires after ten minutes, and its listener with it", async () => {
  const at = await bench();
  const idle = at.clock.waiting;
  const early = await backOf(at);
  at.clock.pass(limits.loginLife - 1);
  expect((await browse(early)).status).toBe(200);
  const late = await backOf(at);
  at.clock.pass(limits.loginLife);
  await expect(fetch(late)).rejects.toThrow();
  expect(await at.logins.callback("notes", answerIn(late))).toEqual({ kind: "refused" });
  expect([at.clock.waiting, at.done]).toEqual([idle, ["notes"]]);
});

test("an answer that says something twice, or has no state, is refused", async () => {
  const at = await bench();
  const back = await backOf(at);
  const twice = ["state", "code", "error", "iss"].map((name) => `${back.href}&${name}=1&${name}=1`);
  for (const url of [...twice, `${back.origin}/callback`, `${back.origin}/callback?code=1`])
    expect((await browse(url)).status).toBe(400);
  expect(at.there.count("/token")).toBe(0);
  expect((await browse(back)).status).toBe(200);
});

test("an error of the authorization server ends the login, in words of ours", async () => {
  const at = await bench({ auth: { redirect: FIXED } });
  const end = async (error: string) => {
    const { state } = answerIn(await backOf(at));
    return await at.logins.callback("notes", { state, error });
  };
  const said = await end("access_denied");
  expect(said).toEqual({ kind: "failed", reason: expect.stringContaining("(access_denied)") });
  const made = await end("<b>made up</b>\n");
  expect(made).toEqual({ kind: "failed", reason: "the authorization server refused it" });
  expect(at.there.count("/token")).toBe(0);
});

test("the page of a login that failed says nothing of the reason, and the listener ends", async () => {
  const at = await bench();
  const back = await backOf(at);
  back.searchParams.delete("code");
  back.searchParams.set("error", "access_denied");
  const { status, text } = await browse(back);
  expect([status, text]).toEqual([200, expect.not.stringContaining("access_denied")]);
  await expect(fetch(back)).rejects.toThrow();
  expect(at.log.join("")).toContain("access_denied");
});

test("the authorization server is the one that was asked: its issuer is judged before all else", async () => {
  const at = await bench({ auth: { redirect: FIXED } });
  const ended = async (change: (answer: ReturnType<typeof answerIn>) => object) => {
    const answer = answerIn(await backOf(at));
    return await at.logins.callback("notes", { ...answer, ...change(answer) });
  };
  const mixedUp = { kind: "failed", reason: expect.stringContaining("not of the authorization server") };
  expect(await ended(() => ({ iss: "https://evil.example" }))).toEqual(mixedUp);
  expect(await ended(() => ({ iss: `${at.there.url}/` }))).toEqual(mixedUp);
  expect(await ended(() => ({ iss: "https://evil.example", code: undefined, error: "x" }))).toEqual(mixedUp);
  at.there.metadata = { authorization_response_iss_parameter_supported: true };
  expect(await ended(() => ({}))).toEqual(mixedUp);
  expect(at.there.count("/token")).toBe(0);
  expect(await ended(() => ({ iss: at.there.url }))).toEqual({ kind: "done" });
});

test("slow and many callers do not keep the listener from the browser, nor open after it", async () => {
  const at = await bench();
  const back = await backOf(at);
  const slow = Array.from({ length: 400 }, () => raw(back.port, "GET /callback?state="));
  const wrong = await Promise.all(
    Array.from({ length: 50 }, () => browse(`${back.origin}/callback?state=x&code=y`).catch(() => undefined)),
  );
  expect(wrong.every((answer) => answer === undefined || answer.status === 400)).toBe(true);
  await expect
    .poll(
      async () =>
        await browse(back).then(
          ({ status }) => status,
          () => 0,
        ),
    )
    .toBe(200);
  await Promise.all(slow);
  expect(at.done).toEqual(["notes"]);
});

test("no target of a request ends a login that it has not the state of, or breaks the listener", async () => {
  const at = await bench();
  const back = await backOf(at);
  const part = fc.oneof(
    fc.constantFrom("/callback", "?", "&", "=", "state", "code", "iss", "%", "%00", "#", "..", "[]"),
    fc.string({ maxLength: 8 }).map((text) => text.replace(/[\s\u0000-\u001f\u007f-\uffff]/g, "")),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const got = await raw(back.port, `GET /callback${parts.join("")} HTTP/1.1\r\nHost: ${back.host}\r\n\r\n`);
      expect(got).toMatch(/^HTTP\/1\.1 40[04] /);
    }),
    { numRuns: cases(1000) },
  );
  expect(at.there.count("/token")).toBe(0);
  expect((await browse(back)).status).toBe(200);
});
