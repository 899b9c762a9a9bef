/**
 * A step of the action: in a pull request, adds the review of the project to the step's summary, and with `AGENTCFG_COMMENT=true` writes it
 * as one comment, which later runs update. It never fails the job: what it cannot do is a line.
 *
 * Texts of the pull request are data: no shell, no address and no option contains them.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const { GITHUB_TOKEN: token = "", ...env } = process.env;

/** Characters of a comment, of which GitHub takes 65,536, and of a summary, of which it takes a megabyte. */
const COMMENT = 60_000;
const SUMMARY = 300_000;

const REST = "The summary of the step has the rest.";

/** Pages of a hundred comments. */
const MOST_PAGES = 50;

/** The pull request of the event: its number, and the commit that it is compared with. */
function pullRequest() {
  if (env.GITHUB_EVENT_NAME !== "pull_request") return undefined;
  try {
    const { number, base } = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, "utf8")).pull_request;
    const isCommit = /^[\da-f]{40,64}$/.test(base?.sha);
    return Number.isSafeInteger(number) && number > 0 ? { number, base: isCommit ? base.sha : undefined } : undefined;
  } catch {
    return undefined;
  }
}

function reviewed(errors, ...more) {
  const program = resolve(import.meta.dirname, "../bin/agentcfg.cjs");
  const words = [program, "review", "--no-global", "--format", "markdown", ...more];
  // The token is for the comment alone.
  const output = { encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", errors] };
  return spawnSync(process.execPath, words, { env, ...output });
}

/** What the pull request changes, or without its base commit what the whole project does; undefined without a project. */
function review({ base }) {
  const compared = base === undefined ? undefined : reviewed("ignore", "--base", base);
  if (compared?.status === 0) return compared.stdout;
  const whole = reviewed("inherit");
  if (whole.status === 1) return "The configuration of the project cannot be read. The check says why.\n";
  if (whole.status !== 0) return undefined;
  const why = "the commit that it is compared with is not here; `fetch-depth: 0` of actions/checkout fetches it";
  return `${whole.stdout}\nThis is the whole project: ${why}.\n`;
}

/** The beginning of a text, up to the end of a line. `rest`: where the rest is. */
function shortened(text, longest, rest) {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf("\n", longest);
  return `${text.slice(0, end === -1 ? 0 : end + 1)}\n${rest}\n`;
}

function summarise(text) {
  try {
    appendFileSync(env.GITHUB_STEP_SUMMARY, shortened(text, SUMMARY, "`agentcfg review` prints the rest."));
  } catch {
    process.stdout.write("agentcfg: the summary of the step cannot be written\n");
  }
}

class Refusal extends Error {}

/** A request to the API. Its answers never reach the log: they may repeat texts of a stranger. */
async function ask(method, path, body) {
  const response = await fetch(`${env.GITHUB_API_URL ?? "https://api.github.com"}${path}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "user-agent": "agentcfg",
      "x-github-api-version": "2022-11-28",
    },
    body: body === undefined ? undefined : JSON.stringify({ body }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Refusal(String(response.status));
  return response.status === 204 ? undefined : await response.json();
}

/** The login that the token writes as. The one of a workflow may not ask. */
async function ownLogin() {
  try {
    const { login } = await ask("GET", "/user");
    return login;
  } catch (error) {
    if (error instanceof Refusal) return "github-actions[bot]";
    throw error;
  }
}

/** The comments of earlier runs, the oldest first: anybody may write the mark, so the writer counts, too. */
async function ownComments(comments, mark, login) {
  const own = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const some = await ask("GET", `${comments}?per_page=100&page=${page}`);
    own.push(...some.filter(({ user, body }) => user?.login === login && body?.startsWith(mark)));
    if (some.length < 100) break;
  }
  return own.toSorted((a, b) => a.id - b.id);
}

/**
 * Updates the comment, or writes it unless it says nothing; of two, which runs at the same time may have written, the oldest one stays.
 */
async function comment(repository, number, mark, text) {
  const comments = `/repos/${repository}/issues/${number}/comments`;
  const login = await ownLogin();
  const body = `${mark}\n${text}`;
  const before = await ownComments(comments, mark, login);
  const isNothing = !/^\*\*/m.test(text);
  if (before.length === 0 && isNothing) return;
  if (before.length === 0) await ask("POST", comments, body);
  const [first, ...others] = before.length > 0 ? before : await ownComments(comments, mark, login);
  const one = (id) => `/repos/${repository}/issues/comments/${id}`;
  if (first !== undefined && first.body.replaceAll("\r", "").trim() !== body.trim())
    await ask("PATCH", one(first.id), body);
  for (const { id } of others) await ask("DELETE", one(id)).catch(unlessGone);
}

/** Another run may have taken it away. */
function unlessGone(error) {
  if (!(error instanceof Refusal) || error.message !== "404") throw error;
}

function whyFailed(error) {
  if (!(error instanceof Refusal)) return "the API of GitHub does not answer as usual";
  const isForbidden = ["401", "403", "404"].includes(error.message);
  return isForbidden
    ? "the token may not write comments, as in a pull request from a fork"
    : `the API of GitHub answers ${error.message}`;
}

/** Writes a text as the comment; returns why it is not written. */
async function write(number, text) {
  const { GITHUB_REPOSITORY: repository = "", AGENTCFG_DIRECTORY: directory = "." } = env;
  if (token === "") return "`GITHUB_TOKEN` is not in the environment of the step";
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) return "`GITHUB_REPOSITORY` names no repository";
  // Uses of the action in several directories have a comment each.
  const place = createHash("sha256").update(directory).digest("hex").slice(0, 16);
  try {
    await comment(repository, number, `<!-- agentcfg review ${place} -->`, shortened(text, COMMENT, REST));
    return undefined;
  } catch (error) {
    return whyFailed(error);
  }
}

const request = pullRequest();
const text = request && review(request);
if (text !== undefined) {
  const titled = `### What this changes about your agent\n\n${text}\n`;
  if (env.GITHUB_STEP_SUMMARY) summarise(titled);
  const why = env.AGENTCFG_COMMENT === "true" ? await write(request.number, titled) : undefined;
  if (why !== undefined)
    process.stdout.write(`agentcfg: no comment is written: ${why}; the review is in the summary of the step\n`);
}
