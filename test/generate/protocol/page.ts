/** docs/protocol.md: what a stranger needs to write a client. The introduction is written here, all else is made from the contract. */
import type { Protocol } from "./bundle.js";
import { withoutCitations } from "./exports.js";
import { type CodeEntry, codeEntries, everywhere, type RouteEntry, routeEntries } from "./routes.js";
import { protocolTable } from "./tables.js";
import { addressOf, definitionSection } from "./type-section.js";

const HEAD = `# The daemon's protocol

Made from \`schema/protocol/\` by \`npm run gen\`. \`agent print daemon-openapi\` and \`agent print sync-event-schema\` say the same to programs.

A daemon runs one session of a coding agent and serves it over HTTP on a loopback address. When it is ready it prints its address; the token
that every request must carry is in the session's \`credential.json\`.

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" "$URL/sync"                                    # where the session stands, and a cursor
curl -N -H "Authorization: Bearer $TOKEN" "$URL/events?after=$CURSOR"                 # everything that happens after it
curl -H "Authorization: Bearer $TOKEN" -d '{"content":"hello"}' "$URL/prompt"         # a prompt; the answer comes in the stream
\`\`\`

## How to follow a session

1. Fetch \`/sync\`. The snapshot is the sum of all records up to its \`cursor\`.
2. Open \`/events?after=<cursor>\`. Apply the records of each frame in order, and keep the \`cursor\` of the last one that was applied.
3. When the connection breaks, open \`/events\` again from the cursor that was kept. Nothing is skipped, and nothing comes twice.
4. After a \`reset\` message, and after a refusal that says so, throw the cursor away and begin with a new snapshot. A restart of the daemon is
   one of the reasons: it makes another \`daemon_epoch\`, and what belongs to an earlier one is refused.

Tokens (cursors, checkpoints, pages, windows), epochs and revisions are opaque: keep them, send them back, compare them for being equal. Never make one,
count with one or read one as a number.

Fields, kinds of records, codes and features may be added at any time. Keep what you do not know, pass it over, and treat an unknown code as a
failure.

## Without the SDK

[agentcfg/client](client.md) does all of this by itself. A client of your own needs five more rules.

1. **Whether a daemon runs.** Read \`startup.json\` in the folder of the session. Without \`state\` \`ready\` and a \`url\` none serves: it starts,
   has failed, or has \`stopped\` in order. A daemon that was killed leaves \`ready\` behind: it runs when a process with the \`pid\` of
   \`startup.json\` is there and \`lock\` names the same \`pid\`. Certain is the answer of \`/health\`, which has the \`daemon_epoch\` of the file.
2. **The order in which \`agent continue\` replaces files.** First \`credential.json\`, then \`startup.json\`: \`starting\`, and \`ready\` with the new
   address. Read them for each connection, \`startup.json\` first, then the file that its \`credential_file\` names, else
   \`credential.json\`. After a connection that is refused, and after one 401, read both again; a second 401 in a row is an end.
3. **How history joins the stream.** Items have an \`index\`, without gaps from 0. Read pages of history up to \`history_total_items\` of the snapshot,
   then take \`item_finished\` from its cursor on: an item whose \`index\` you have came before, and one whose \`index\` is greater than the
   number of your items shows that some are missing, so begin with a new snapshot.
4. **What ends a stream for good.** After the record \`session_stopping\` and the end of the connection nobody answers until the session is continued, by
   another daemon at another address. A refusal with a 4xx status is final, but for 401 as above, for 429, and for codes that lead to a new snapshot:
   \`reset_required\`, \`cursor_too_old\`, \`epoch_mismatch\`, \`invalid_cursor\` and \`cursor_wrong_session\`. Any other end of a connection is a break: open it
   again from the last cursor.
5. **Waits between tries.** After a break or a 5xx wait 0.1 s, then twice as long each time, 5 s at most; take a moment between half and all of that, so that many
   clients do not come at once, and never less than \`Retry-After\` says. A message that came begins the row anew.

How a turn ended can be read at any time: \`last_turn\` in \`/sync\` and \`/sync/summary\` has the outcome and the error of the last one, and a \`notice\` with an
\`error\` stands in history.

## Streams

\`/events\` answers with server-sent events, or with \`Accept: application/x-ndjson\` with one message of the same JSON on each line.

\`\`\`text
event: heartbeat
id: <cursor>
data: {"event":"heartbeat","version":1,"daemon_epoch":"…","cursor":"…","interval_seconds":15}

event: frame
id: <cursor>
data: {"event":"frame","version":1,"daemon_epoch":"…","cursor":"…","caught_up":true,"records":[…]}
\`\`\`

A heartbeat comes first and names its interval; when nothing came for three of them, the connection is dead. A message is complete when
its blank line (SSE) or line feed (NDJSON) has come; what is cut off before was never said. A \`reset\` is the last message of its stream.

Without \`after\` comes the legacy stream, for programs that show what happens now and may miss some of it: each record is a message of its own, with a
number and no cursor, and its server-sent event has no \`event\` field. It begins with the next record, and cannot be resumed.

\`\`\`text
id: 42
data: {"seq":42,"emitted_at":"…","session_id":"…","event":{"type":"item_delta","item_id":"…","offset":0,"text":"…"}}
\`\`\`

## Attachments

An item lists its attachments; a text that is too long for its item is one too, and \`elided.artifact_id\` names it. Their bytes are read with a checkpoint
of that item or a later one, in ranges of at most 8 MiB:

\`\`\`sh
CHECKPOINT=$(curl -s -H "Authorization: Bearer $TOKEN" "$URL/sync" | jq -r .history_checkpoint)
curl -s -H "Authorization: Bearer $TOKEN" "$URL/attachments/$ID?checkpoint=$CHECKPOINT&offset=0" | jq -r .data_base64 | base64 -d
\`\`\`

## Requests

- Without a valid token every path and method is answered with 401. A request with an \`Origin\` header is refused, and so is a \`Host\`
  that is not loopback: web pages are not served.
- \`HEAD\` is no \`GET\`: it is answered with 405. Only \`/events\` looks at \`Accept\`; everything else is JSON, whatever it says.
- What is no HTTP request is answered with 400 \`invalid_request\`, a head that is too long with 431 \`headers_too_large\`, and one that does
  not come to its end in ten seconds with 408 \`request_timeout\`, as is a body of which nothing comes for ten seconds, or that has not come in a
  minute and a second more for each 64 kB of it. Then the connection is closed. Callers that have shown no token share 256 connections: one more ends the oldest.
- A caller may half-close its connection after its request and still gets the answer; the reader of a stream may not.
- Paths are compared as they stand: no other encoding of a path, no dots and no doubled slashes lead anywhere.
- A query parameter may stand there once; unknown ones are ignored.
- Bodies are JSON in UTF-8 without a byte order mark, whatever \`Content-Type\` says. Unknown fields are ignored; a field that is
  known may stand there once. Where no field is required the body may be left out.
- A refusal has a [ProtocolError](#protocolerror) as its body. Branch on \`code\` and \`status\`; the message is for people, and holds nothing of the request. The \`details\` of
  \`invalid_request\` name the mistake, and the field or parameter that it is in.
`;

const HUB = `## The hub

A hub serves all sessions of a state directory over one address: which there are, what they do, which wait for an answer, and the history of
those that have stopped. Its token comes from \`agent hub token create\`, and is never a daemon's.

1. Fetch \`/api/v1/catalog\`, page after page. All pages of one \`snapshot\` show the same moment.
2. Open \`/api/v1/events?after=<cursor>&expected_epoch=<fleet_epoch>\`. Apply the events of each frame in order. A heartbeat comes every 15
   seconds, quiet or not; after three that are missing the connection is dead.
3. After a \`reset\` message, a refusal that says so, or another \`fleet_epoch\`, begin with a new catalog.
4. Talk to a running session at \`/api/v1/sessions/<id>/daemon/…\`: every route of its daemon is there.
5. Read a stopped session at \`/api/v1/sessions/<id>/history\`: the first page makes a checkpoint, and later pages and attachments take it.
   It ends after ten minutes, or when the session goes on.

A token has a kind and scopes. \`machine\` with the scope \`machine\` may do everything. A \`human\` reads with \`sessions.read\`, sends commands with
\`sessions.control\`, and stops sessions and changes what they have loaded with \`sessions.manage\`; fleet, history and attachments are for machines. A
\`daemon\` reaches its own session alone. The scope is judged first (403 \`insufficient_scope\`), then the session (403 \`target_not_allowed\`, whether
there is such a session or not).
`;

const FILES = ["ReadyLine", "DaemonCredential", "Startup", "SessionFile", "LogEntry", "Finalized"];
const HUB_FILES = ["HubReadyLine", "HubStartup", "HubTokens", "HubToken"];

export function generatePage(protocol: Protocol): string {
  const routes = routeEntries(protocol, "daemon");
  const hubRoutes = routeEntries(protocol, "hub");
  const names = Object.keys(protocol.definitions).filter((name) => ![...FILES, ...HUB_FILES].includes(name));
  const sections = (some: readonly string[]): string =>
    some.map((name) => definitionSection(name, protocol.definitions[name] ?? {})).join("\n");
  const whole = [
    HEAD,
    `## Routes\n\n${routeTable(routes)}\n\n${routes.map(routeSection).join("\n")}`,
    HUB,
    `## Routes of the hub\n\n${routeTable(hubRoutes)}\n\n${hubRoutes.map(routeSection).join("\n")}`,
    `## Codes\n\n${codeTable()}\n`,
    `## Limits\n\n${limitTable()}\n`,
    `## Features\n\nA snapshot lists what its daemon can do. Nothing else says that a feature is there.\n\n${featureTable()}\n`,
    `## Bodies and records\n\nFields marked \\* are always there.\n\n${sections(names)}`,
    `## What a daemon prints and writes\n\nOne line on standard output, and the files of a session's directory.\n\n${sections(FILES)}`,
    `## What a hub prints and writes\n\nOne line on standard output, and the files of its directory.\n\n${sections(HUB_FILES)}`,
  ].join("\n");
  const titles = [...whole.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => `[${title}](${addressOf(title)})`);
  return whole.replace("\n## ", `\n${titles.join(" · ")}\n\n## `);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const link = (type: string): string => `[${type}](${addressOf(type)})`;

function routeTable(routes: readonly RouteEntry[]): string {
  return table(
    ["", ""],
    routes.map(({ method, path, says }) => [`[\`${method} ${path}\`](${addressOf(`${method} ${path}`)})`, says]),
  );
}

function routeSection(route: RouteEntry): string {
  const { method, path, says, request, responses, isStream, codes } = route;
  const limit = (name: string): string => amount(protocolTable("limits")[name] ?? {});
  const takes = [
    ...Object.entries(route.query).map(([name, text]) => `- query \`${name}\`: ${text}`),
    ...Object.entries(route.headers).map(([name, text]) => `- header \`${name}\`: ${text}`),
    ...(request === undefined
      ? []
      : [
          `- body: ${link(request.type)}, at most ${limit(request.limit)}${request.mayBeMissing ? "; it may be left out" : ""}`,
        ]),
  ];
  const answers = responses.map(
    ([status, types]) => `- ${status}: ${isStream ? "a stream of " : ""}${types.map(link).join(" or ")}`,
  );
  const own = codes.filter(({ code }) => !everywhere().includes(code)).map(refused);
  const parts = [
    `### \`${method} ${path}\``,
    says,
    ...(takes.length === 0 ? [] : [`Takes:\n\n${takes.join("\n")}`]),
    `Answers:\n\n${answers.join("\n")}`,
    ...(own.length === 0 ? [] : [`Refuses with ${own.join(", ")}, and with what any request may get.`]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const refused = ({ code, status }: CodeEntry): string => `${status.join(" or ")} \`${code}\``;

function codeTable(): string {
  const any = everywhere();
  const entries = codeEntries().filter(({ status }) => status.length > 0);
  const atStart = codeEntries().filter(({ status }) => status.length === 0);
  const rows = entries.map(({ code, status, says, recovery }) => [`\`${code}\``, status.join(", "), says, recovery]);
  const start = atStart.map(({ code, says, recovery }) => [`\`${code}\``, says, recovery]);
  return [
    `Any request may get ${any.map((code) => `\`${code}\``).join(", ")}; a path that is not there \`not_found\`, another method \`method_not_allowed\`.`,
    table(["Code", "Status", "Says", "What to do"], rows),
    "Said at the start of a daemon alone:",
    table(["Code", "Says", "What to do"], start),
  ].join("\n\n");
}

function limitTable(): string {
  const rows = Object.entries(protocolTable("limits")).map(([name, entry]) => [
    `\`${name}\``,
    amount(entry),
    withoutCitations(String(entry["says"])),
  ]);
  return table(["Name", "Limit", ""], rows);
}

/** `2 MiB`, `15 s`, `256 records`. */
function amount({ value, unit }: Readonly<Record<string, unknown>>): string {
  const number = Number(value);
  if (unit === "bytes" && number % 1024 ** 2 === 0) return `${number / 1024 ** 2} MiB`;
  if (unit === "bytes" && number % 1024 === 0) return `${number / 1024} KiB`;
  if (unit === "ms" && number % 60_000 === 0) return `${number / 60_000} min`;
  if (unit === "ms" && number % 1000 === 0) return `${number / 1000} s`;
  return `${number.toLocaleString("en")} ${unit}`;
}

function featureTable(): string {
  const rows = Object.values(protocolTable("features")).map(({ id, says }) => [`\`${id}\``, String(says)]);
  return table(["Id", ""], rows);
}
