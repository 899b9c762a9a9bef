/**
 * Watches all sessions of a hub: who waits for an answer, the titles of those that run, and the last answer of each that stops.
 * `node docs/examples/fleet.mjs URL TOKEN_FILE`; the token needs the scope `machine`.
 */
import { readFileSync } from "node:fs";
import { applyFleetEvent, ClientError, emptyFleet, fleetOf, hub } from "agentcfg/client";

const [url, tokenFile] = process.argv.slice(2);
if (tokenFile === undefined) {
  console.error("usage: node fleet.mjs URL TOKEN_FILE");
  process.exit(2);
}
const fleet = hub({ url, token: readFileSync(tokenFile, "utf8").trim() });
let state = emptyFleet();
/** Sessions whose question was printed, those that are followed, and those that ran. */
const [waiting, followed, ran] = [new Set(), new Set(), new Set()];

/** Steps 1 to 4: each change is in `state` before the next one is read. */
function apply(change) {
  if (change.kind === "catalog") state = fleetOf(change.catalog);
  else applyFleetEvent(state, change.event);
  for (const { session_id: id, title, attention, running, finalized } of state.sessions.values()) {
    if (attention && !waiting.has(id)) console.log(id, "waits for an answer:", title ?? "(no title)");
    if (attention) waiting.add(id);
    else waiting.delete(id);
    if (running && !followed.has(id)) finish(follow(id));
    if (running) ran.add(id);
    else if (finalized && ran.delete(id)) finish(printLastAnswer(id));
  }
}

/** Steps 5 to 8: the daemon of a session, through the hub. */
async function follow(id) {
  followed.add(id);
  const print = ({ kind, record, snapshot }) => {
    const title = (kind === "snapshot" ? snapshot.session : record)?.title;
    if (title) console.log(id, "is called", JSON.stringify(title));
  };
  await fleet.session(id).follow({ from: "now", apply: print }).finally(() => followed.delete(id));
}

/** Step 9: a history that stands still. */
async function printLastAnswer(id) {
  let last;
  for await (const item of fleet.history(id)) if (item.kind === "assistant_message") last = item.text;
  console.log(id, "ended with", JSON.stringify(last ?? ""));
}

/** A session that is gone while it is read is no failure of the program: its row says so. */
function finish(work) {
  work.catch((error) => error instanceof ClientError || Promise.reject(error));
}

try {
  await fleet.followFleet({ apply });
} catch (error) {
  if (!(error instanceof ClientError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
