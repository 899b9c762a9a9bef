/** The step of the action for pull requests, with a server in the place of GitHub's API: one comment, whatever stands there already. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { PROJECT } from "../machine/names.js";

const PLAIN = "version: 3\ntui: { theme: dark }\n";
const RISKY = "version: 3\nmcp_servers: { docs: { transport: stdio, command: npx, args: [-y, docs-mcp@1.4.2] } }\n";

const BOT = "github-actions[bot]";

interface Comment {
  readonly id: number;
  readonly user: { readonly login: string } | null;
  readonly body: string;
}

interface Api {
  readonly url: string;
  readonly comments: Comment[];
  /** Each request as `METHOD PATH`. */
  readonly asked: string[];
  readonly tokens: Set<string | undefined>;
}

interface Behaviour {
  /** The login that a person's token has; the token of a workflow may not ask. */
  readonly login?: string;
  /** Answers with this status in the place of a method. */
  readonly status?: Readonly<Record<string, number>>;
  readonly garbled?: boolean;
}

/** Comments of one pull request, as the API keeps them. */
async function api(comments: Comment[], { login, status = {}, garbled = false }: Behaviour = {}): Promise<Api> {
  const asked: string[] = [];
  const tokens = new Set<string | undefined>();
  const server = createServer((request, response) => {
    const { method = "", url = "" } = request;
    const { pathname, searchParams } = new URL(url, "http://api.example");
    asked.push(`${method} ${pathname}`);
    tokens.add(request.headers.authorization);
    let sent = "";
    request.on("data", (piece) => (sent += piece));
    request.on("end", () => {
      const answer = (code: number, data?: unknown): void => {
        response.writeHead(code, { "content-type": "application/json" }).end(garbled ? "{" : JSON.stringify(data));
      };
      if (pathname === "/user") return login === undefined ? answer(403, {}) : answer(200, { login });
      const failed = status[method];
      if (failed !== undefined) return answer(failed, { message: "::error::a stranger's text" });
      if (method === "GET") {
        const [size, page] = ["per_page", "page"].map((name) => Number(searchParams.get(name)));
        const from = ((page ?? 1) - 1) * (size ?? 30);
        return answer(200, comments.slice(from, from + (size ?? 30)));
      }
      const id = Number(pathname.split("/").at(-1));
      const index = comments.findIndex((one) => one.id === id);
      if (method === "DELETE") comments.splice(index, 1);
      if (method === "DELETE") return void response.writeHead(204).end();
      const { body } = JSON.parse(sent) as { body: string };
      if (method === "PATCH") comments.splice(index, 1, { ...(comments[index] as Comment), body });
      else comments.push({ id: 1000 + comments.length, user: { login: login ?? BOT }, body });
      return answer(200, {});
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, comments, asked, tokens };
}

const markOf = (directory: string): string =>
  `<!-- agentcfg review ${createHash("sha256").update(directory).digest("hex").slice(0, 16)} -->`;

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly summary: string;
}

/** Runs the step in a repository, for a pull request with the number 7. */
async function run(
  at: Machine,
  env: Readonly<Record<string, string>>,
  event: unknown = { pull_request: { number: 7 } },
) {
  const place = join(at.root, "runner");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "event.json"), typeof event === "string" ? event : JSON.stringify(event));
  writeFileSync(join(place, "summary.md"), "");
  const child = spawn(process.execPath, [resolve(".ci/pull-request.js")], {
    cwd: at.cwd,
    env: {
      ...at.env,
      ...{ GITHUB_EVENT_NAME: "pull_request", GITHUB_EVENT_PATH: join(place, "event.json"), GITHUB_REPOSITORY: "a/b" },
      ...{ GITHUB_STEP_SUMMARY: join(place, "summary.md"), AGENTCFG_COMMENT: "true", GITHUB_TOKEN: "t0ken" },
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const code = await new Promise<number | null>((ended) => child.on("close", ended));
  return { code, ...said, summary: readFileSync(join(place, "summary.md"), "utf8") } satisfies Run;
}

const at = (files: Files): Machine => machine(files);

/** Makes everything in the repository a commit, and returns it. */
function committed(place: Machine): string {
  const git = (...words: readonly string[]): string =>
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...words], {
      ...{ cwd: place.repository, env: place.env, encoding: "utf8" },
    }).stdout.trim();
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "a");
  return git("rev-parse", "HEAD");
}

const STARTS = "- `npx -y docs-mcp@1.4.2` (`mcp_servers.docs.command`, `.agent/config.yaml:2`)";
const STRANGER: Comment = { id: 1, user: { login: "somebody" }, body: `${markOf(".")}\nmine` };

describe("the comment", () => {
  test("is written, updated, and left as it is when it says the same", async () => {
    const server = await api([STRANGER, { id: 2, user: null, body: markOf(".") }]);
    const env = { GITHUB_API_URL: server.url };
    expect(await run(at({ [PROJECT]: RISKY }), env)).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(server.comments.map(({ user }) => user?.login)).toEqual(["somebody", undefined, BOT]);
    const [, , written] = server.comments;
    expect(written?.body.startsWith(`${markOf(".")}\n### What this changes about your agent\n`)).toBe(true);
    expect(written?.body).toContain(STARTS);
    expect([...server.tokens]).toEqual(["Bearer t0ken"]);

    await run(at({ [PROJECT]: RISKY }), env);
    expect(server.asked.filter((one) => !one.startsWith("GET"))).toEqual(["POST /repos/a/b/issues/7/comments"]);

    await run(at({ [PROJECT]: PLAIN }), env);
    expect(server.asked.at(-1)).toBe(`PATCH /repos/a/b/issues/comments/${written?.id}`);
    expect(server.comments).toHaveLength(3);
    expect(server.comments[2]?.body).toContain("The project makes no risky changes.");
    expect(server.comments[0]).toEqual(STRANGER);
  });

  test("is not begun where there is nothing to say", async () => {
    const server = await api([]);
    const { summary } = await run(at({ [PROJECT]: PLAIN }), { GITHUB_API_URL: server.url });
    expect(server.comments).toEqual([]);
    expect(summary).toContain("The project makes no risky changes.");
  });

  test("is found behind hundreds of others, and one of two is taken away", async () => {
    const others = Array.from({ length: 230 }, (_, id) => ({ id, user: { login: "x" }, body: "a" }));
    const own = [400, 300].map((id) => ({ id, user: { login: BOT }, body: `${markOf(".")}\nold` }));
    const server = await api([...others, ...own]);
    await run(at({ [PROJECT]: RISKY }), { GITHUB_API_URL: server.url });
    expect(server.comments).toHaveLength(231);
    expect(server.comments.at(-1)).toMatchObject({ id: 300, body: expect.stringContaining(STARTS) });
  });

  test("of a person's token is that person's", async () => {
    const mine = { id: 5, user: { login: "me" }, body: `${markOf(".")}\nold` };
    const server = await api([STRANGER, mine], { login: "me" });
    await run(at({ [PROJECT]: RISKY }), { GITHUB_API_URL: server.url });
    expect(server.comments.map(({ id }) => id)).toEqual([1, 5]);
    expect(server.comments[1]?.body).toContain(STARTS);
  });

  test("is one for each directory", async () => {
    const server = await api([]);
    for (const AGENTCFG_DIRECTORY of [".", "packages/a", ".", "$(touch x) --> <b>"])
      await run(at({ [PROJECT]: RISKY }), { GITHUB_API_URL: server.url, AGENTCFG_DIRECTORY });
    expect(server.comments.map(({ body }) => body.split("\n")[0])).toEqual(
      [".", "packages/a", "$(touch x) --> <b>"].map(markOf),
    );
  });

  test("holds names of a stranger as code, and no more than the API takes", async () => {
    const servers = Array.from(
      { length: 2000 },
      (_, index) => `  "@org/team${index} </details> -->": { transport: stdio, command: "x\`y\`" }`,
    );
    const server = await api([]);
    const { summary } = await run(at({ [PROJECT]: `version: 3\nmcp_servers:\n${servers.join("\n")}\n` }), {
      GITHUB_API_URL: server.url,
    });
    const body = server.comments[0]?.body ?? "";
    expect(body.length).toBeLessThan(65_536);
    expect(body).toContain('- `` x`y` `` (`mcp_servers["@org/team0 </details> -->"].command`');
    expect(body.endsWith("The summary of the step has the rest.\n")).toBe(true);
    expect(summary.length).toBeGreaterThan(65_536);
    expect(body.replace(/(`+) ?.*?\1/g, "")).not.toContain("@org");
  });
});

describe("the review", () => {
  test("is of what the pull request changes, where its base is here", async () => {
    const place = at({ [PROJECT]: RISKY });
    const base = committed(place);
    const event = { pull_request: { number: 7, base: { sha: base } } };
    const server = await api([]);
    const same = await run(place, { GITHUB_API_URL: server.url }, event);
    expect(same.summary).toContain(`No risky changes compared with ${base}.`);
    writeFileSync(place.path(PROJECT), RISKY.replace("docs-mcp@1.4.2", "docs-mcp@2.0.0"));
    const { summary } = await run(place, { GITHUB_API_URL: server.url }, event);
    expect(summary).toContain("**This change starts:**");
    expect(summary).not.toContain("fetch-depth");
    expect(server.comments).toHaveLength(1);
  });

  test.each(["0".repeat(40), "--help", "HEAD; touch x", 7, undefined])(
    "is of the whole project for the base %j",
    async (sha) => {
      const place = at({ [PROJECT]: RISKY });
      committed(place);
      const server = await api([]);
      const { code, summary } = await run(
        place,
        { GITHUB_API_URL: server.url },
        { pull_request: { number: 7, base: { sha } } },
      );
      expect(code).toBe(0);
      expect(summary).toContain(STARTS);
      expect(summary).toContain("`fetch-depth: 0` of actions/checkout fetches it");
    },
  );

  test("of a text that cannot be read says so, and of no project nothing", async () => {
    const server = await api([{ id: 5, user: { login: BOT }, body: `${markOf(".")}\nold` }]);
    const broken = await run(at({ [PROJECT]: "version: [\n" }), { GITHUB_API_URL: server.url });
    expect(broken).toMatchObject({ code: 0, summary: expect.stringContaining("cannot be read. The check says why.") });
    expect(server.comments[0]?.body).toContain("cannot be read. The check says why.");
    expect(await run(at({}), { GITHUB_API_URL: server.url })).toMatchObject({ code: 0, summary: "" });
  });

  test("is shortened where the summary would be too long, and its step does not fail where there is none", async () => {
    const servers = Array.from(
      { length: 7000 },
      (_, index) => `  s${index}: { transport: stdio, command: ${"x".repeat(80)} }`,
    );
    const server = await api([]);
    const place = at({ [PROJECT]: `version: 3\nmcp_servers:\n${servers.join("\n")}\n` });
    const { code, summary } = await run(place, { GITHUB_API_URL: server.url });
    expect(code).toBe(0);
    expect(summary.length).toBeLessThan(1_000_000);
    expect(summary.endsWith("\n`agentcfg review` prints the rest.\n")).toBe(true);
    const lost = await run(place, { GITHUB_API_URL: server.url, GITHUB_STEP_SUMMARY: join(place.root, "no/where.md") });
    expect(lost).toMatchObject({ code: 0, stdout: "agentcfg: the summary of the step cannot be written\n" });
    expect(server.comments).toHaveLength(1);
  });

  test("is in the summary alone unless a comment is wanted", async () => {
    const server = await api([]);
    for (const AGENTCFG_COMMENT of ["false", "", "$(true)"]) {
      const { summary } = await run(at({ [PROJECT]: RISKY }), { GITHUB_API_URL: server.url, AGENTCFG_COMMENT });
      expect(summary).toContain(STARTS);
    }
    expect(server.asked).toEqual([]);
  });

  test.each([
    ["push", { pull_request: { number: 7 } }],
    ["pull_request_target", { pull_request: { number: 7 } }],
    ["issue_comment", { issue: { number: 7 } }],
    ["pull_request", { pull_request: { number: "7/../8" } }],
    ["pull_request", {}],
    ["pull_request", "{"],
  ])("is not made for the event %s %j", async (name, event) => {
    const server = await api([]);
    const env = { GITHUB_API_URL: server.url, GITHUB_EVENT_NAME: name };
    expect(await run(at({ [PROJECT]: RISKY }), env, event)).toMatchObject({ code: 0, stdout: "", summary: "" });
    expect(server.asked).toEqual([]);
  });
});

describe("a line, and no failure", () => {
  const line = (why: string): string =>
    `agentcfg: no comment is written: ${why}; the review is in the summary of the step\n`;
  const FORK = "the token may not write comments, as in a pull request from a fork";

  test.each<readonly [string, Behaviour, Readonly<Record<string, string>>, string]>([
    ["a token that only reads", { status: { POST: 403 } }, {}, FORK],
    ["a token that is wrong", { status: { GET: 401 } }, {}, FORK],
    ["a repository that it does not see", { status: { GET: 404 } }, {}, FORK],
    ["a comment that somebody has locked", { status: { POST: 422 } }, {}, "the API of GitHub answers 422"],
    ["a server in trouble", { status: { GET: 503 } }, {}, "the API of GitHub answers 503"],
    ["an answer that is no JSON", { garbled: true, login: "me" }, {}, "the API of GitHub does not answer as usual"],
    ["no token", {}, { GITHUB_TOKEN: "" }, "`GITHUB_TOKEN` is not in the environment of the step"],
    ["no server", {}, { GITHUB_API_URL: "http://127.0.0.1:1" }, "the API of GitHub does not answer as usual"],
    ["no address", {}, { GITHUB_API_URL: "nowhere" }, "the API of GitHub does not answer as usual"],
    ["no repository", {}, { GITHUB_REPOSITORY: "../../user" }, "`GITHUB_REPOSITORY` names no repository"],
  ])("with %s", async (_, behaviour, env, why) => {
    const server = await api([], behaviour);
    const { code, stdout, summary } = await run(at({ [PROJECT]: RISKY }), { GITHUB_API_URL: server.url, ...env });
    expect([code, stdout]).toEqual([0, line(why)]);
    expect(summary).toContain(STARTS);
    expect(server.comments).toEqual([]);
  });
});
