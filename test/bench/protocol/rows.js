/**
 * What is measured, by the names of the checks. Each row is a program of `rounds` with its words, `value` what counts of what it says, and
 * `over` the row that ours is compared with. `goal`: at least or at most so many times of that; `least`, `most`: of the value itself.
 */

/** Rows without the peers, when there is no folder with them. */
export function rowsFor(seconds, folder) {
  const short = String(Math.max(1, Math.round(seconds / 6)));
  const peer = (row) => (folder === undefined ? [] : [{ ...row, words: [...row.words, folder] }]);
  const fanOut = (server) => ({ program: "fan-out", words: ["100", server], value: "rate", scale: 1e-6, unit: "M/s" });
  const latency = (count, server) => ({ program: "latency", words: [count, short, server], unit: "ms" });
  const stalled = (count, server) => ({ program: "stalled", words: [count, String(seconds), server], value: "grown" });
  const idle = (server) => ({ program: "idle", words: [server] });
  const snapshot = (server) => ({ program: "snapshot", words: ["8", short, server], value: "rate", unit: "/s" });
  const scrub = (value) => ({ program: "scrub", words: [], value, unit: "MB/s" });
  const replay = (server) => ({ program: "replay", words: [server], value: "rate", scale: 1e-3, unit: "k/s" });
  const full = (value) => ({ program: "full", words: [], value, unit: "ns" });
  const admit = (value) => ({ program: "admit", words: [], value });
  const history = (words, value) => ({ program: "history", words: [words], value });
  const client = (value) => ({ program: "follow", words: ["25"], value });
  const fleet = (value) => ({ program: "fleet", words: ["200", "1000", "46"], value });
  const proxy = (connections, value) => ({ program: "proxy", words: [connections, short], value });
  const built = (value) => ({ program: "build-catalog", words: [], value, unit: "ms" });
  const catalog = (tools, models, value) => ({
    program: "catalog",
    words: ["8", short, tools, models],
    value,
    unit: "/s",
  });
  const stopped = (value) => ({ program: "stopped", words: ["10000", short], value });
  return [
    {
      name: "P1 records to 100 readers",
      ...fanOut("ours"),
      compared: [
        { over: "P1 `node:http`, one write per event", least: 3.5 },
        { over: "P1 Hono `streamSSE`", least: 10 },
      ],
    },
    { name: "P1 `node:http`, one write per event", ...fanOut("plain") },
    ...peer({ name: "P1 Hono `streamSSE`", ...fanOut("hono") }),
    {
      name: "P3 p50 of 1,000 records a second, 100 readers",
      ...latency("100", "ours"),
      value: "p50",
      most: 2,
      compared: [{ over: "P3 p50, Durable Streams in memory, one reader", most: 1 }],
    },
    { name: "P3 p99 of the same", ...latency("100", "ours"), value: "p99", most: 10 },
    { name: "P3 p50, one reader", ...latency("1", "ours"), value: "p50" },
    ...peer({ name: "P3 p50, Durable Streams in memory, one reader", ...latency("1", "durable"), value: "p50" }),
    {
      name: "P4 replay of 8,192 records into a callback",
      ...replay("ours"),
      compared: [{ over: "P4 Durable Streams, 8,192 messages of a stream", least: 2 }],
    },
    ...peer({ name: "P4 Durable Streams, 8,192 messages of a stream", ...replay("durable") }),
    {
      name: "P5 growth with 100 readers that take nothing",
      ...{ ...stalled("100", "ours"), unit: "MiB", most: 64 },
      compared: [{ over: "P5 `node:http`, 50 readers that take nothing", most: 0.2 }],
    },
    { name: "P5 `node:http`, 50 readers that take nothing", ...stalled("50", "plain"), unit: "MiB" },
    {
      name: "P6 memory of an idle daemon",
      ...{ ...idle("ours"), value: "memory", unit: "MiB" },
      compared: [{ over: "P6 memory of a bare `node:http` server", most: 1.6 }],
    },
    { name: "P6 memory of a bare `node:http` server", ...idle("bare"), value: "memory", unit: "MiB" },
    {
      name: "P6 from start to the first answer",
      ...{ ...idle("ours"), value: "ready", unit: "ms" },
      compared: [{ over: "P6 the same, bare `node:http`", most: 3 }],
    },
    {
      name: "P6 from start to `ready`, with two tool servers",
      ...{ ...idle("servers"), value: "told", unit: "ms" },
      compared: [{ over: "P6 from start to `ready`", most: 1.2 }],
    },
    { name: "P6 from start to `ready`", ...idle("ours"), value: "told", unit: "ms" },
    { name: "P6 memory of an idle daemon with two tool servers", ...idle("servers"), value: "memory", unit: "MiB" },
    { name: "P6 the same, bare `node:http`", ...idle("bare"), value: "ready", unit: "ms" },
    {
      name: "P7 `GET /sync`, 8 connections",
      ...snapshot("ours"),
      compared: [
        { over: "P7 bare `node:http`, the same bearer check", least: 0.75 },
        { over: "P7 Fastify, the same bearer check", least: 1 },
      ],
    },
    { name: "P7 bare `node:http`, the same bearer check", ...snapshot("bare") },
    ...peer({ name: "P7 Fastify, the same bearer check", ...snapshot("fastify") }),
    {
      name: "P8 a correlated prompt, admitted and on the disk",
      ...{ ...admit("alone"), unit: "ms" },
      compared: [{ over: "P8 one append with `fdatasync`", most: 3 }],
    },
    { name: "P8 one append with `fdatasync`", ...admit("synced"), unit: "ms" },
    {
      name: "P8 correlated commands, 64 in flight",
      ...{ ...admit("together"), unit: "/s" },
      compared: [{ over: "P8 correlated commands, one after the other", least: 8 }],
    },
    { name: "P8 correlated commands, one after the other", ...admit("serial"), unit: "/s" },
    {
      name: "P9 a known and a new operation, looked up in a ledger with 4,095",
      ...full("fullLedger"),
      compared: [{ over: "P9 the same in a ledger with one", most: 1.5 }],
    },
    { name: "P9 the same in a ledger with one", ...full("emptyLedger") },
    {
      name: "P9 one more record in a ring with 8,192",
      ...full("fullRing"),
      compared: [{ over: "P9 the same in a ring that begins", most: 1.5 }],
    },
    { name: "P9 the same in a ring that begins", ...full("emptyRing") },
    {
      name: "P10 p50 of `GET /sync` through the hub, beside direct, one connection",
      ...{ ...proxy("1", "more"), unit: "ms more", most: 1 },
    },
    ...["1", "8"].flatMap((connections) => [
      {
        name: `P10 answers through the hub, ${connections} connections`,
        ...{ ...proxy(connections, "rate"), unit: "/s" },
        compared: [{ over: `P10 the same, direct, ${connections} connections`, least: 0.5 }],
      },
      { name: `P10 the same, direct, ${connections} connections`, ...proxy(connections, "direct"), unit: "/s" },
    ]),
    { name: "P12 a capture of 100,000 items", ...history("items", "captured"), unit: "ms" },
    { name: "P12 longest wait of the event loop meanwhile", ...history("items", "blocked"), unit: "ms", most: 25 },
    { name: "P12 p99 of its 391 pages", ...history("items", "p99"), unit: "ms", most: 15 },
    { name: "P12 one of them", ...history("items", "each"), unit: "ms of processor time" },
    {
      name: "P13 an attachment of 1 GiB in 128 ranges, in a second of processor time",
      ...{ ...history("attachment", "spent"), unit: "MB" },
      compared: [
        { over: "P13 reading the file and base64 alone", least: 0.5 },
        { over: "P13 the same ranges, bare `node:http`", least: 0.5 },
      ],
    },
    { name: "P13 reading the file and base64 alone", ...history("attachment", "plain"), unit: "MB" },
    { name: "P13 the same ranges, bare `node:http`", ...history("attachment", "bareSpent"), unit: "MB" },
    {
      name: "P13 the same by the wall clock",
      ...{ ...history("attachment", "rate"), unit: "MB/s" },
      compared: [{ over: "P13 by the wall clock, bare `node:http`", least: 0.5 }],
    },
    { name: "P13 by the wall clock, bare `node:http`", ...history("attachment", "bare"), unit: "MB/s" },
    { name: "P13 most memory of the hub meanwhile", ...history("attachment", "memory"), unit: "MiB", most: 150 },
    {
      name: "P11 heartbeats to 1,000 subscribers of a hub with 200 daemons, beside 15 s",
      ...{ ...fleet("late"), unit: "ms", most: 1000 },
    },
    { name: "P11 processors of the same", ...{ ...fleet("cores"), unit: "of one", most: 1 } },
    { name: "P11 memory of the same", ...{ ...fleet("memory"), unit: "MiB", most: 200 } },
    {
      name: "P11 from a hub's start to its first page, 10,000 stopped sessions",
      ...{ ...stopped("first"), unit: "ms" },
      compared: [{ over: "P11 one `readdir` and `stat` of them", most: 100 }],
    },
    { name: "P11 one `readdir` and `stat` of them", ...{ ...stopped("look"), unit: "ms" } },
    { name: "P11 processors while nothing changes", ...{ ...stopped("cores"), unit: "of one", most: 1 } },
    { name: "P11 p99 of one row meanwhile", ...{ ...stopped("p99"), unit: "ms" } },
    { name: "P11 memory with 10,000 stopped sessions", ...{ ...stopped("memory"), unit: "MiB", most: 200 } },
    {
      name: "P15 text without the credentials in it, 100 secrets",
      ...{ ...scrub("whole"), least: 60 },
      compared: [{ over: "P15 one pass that only counts them", least: 0.25 }],
    },
    { name: "P15 the same in pieces of 20 characters", ...scrub("small") },
    { name: "P15 one pass that only counts them", ...scrub("plain") },
    { name: "P15 until an inventory can be used", ...{ ...scrub("made"), unit: "ms" } },
    { name: "P15 memory of an inventory", ...{ ...scrub("memory"), unit: "MiB" } },
    {
      name: "P16 following 8,192 records with `agentcfg/client`",
      ...{ ...client("follow"), unit: "ms of processor time" },
      compared: [{ over: "P16 `fetch` and `JSON.parse` of the same bytes", most: 1.3 }],
    },
    { name: "P16 `fetch` and `JSON.parse` of the same bytes", ...client("read"), unit: "ms of processor time" },
    {
      name: "P16 import of `agentcfg/client`, over an empty program",
      ...client("import"),
      unit: "ms of processor time",
      most: 20,
    },
    { name: "P16 size of `agentcfg/client`", ...client("size"), unit: "kB", most: 40 },
    {
      name: "P18 the catalog of 500 tools and 200 models",
      ...built("built"),
      compared: [{ over: "P18 `JSON.stringify` of it", most: 2 }],
    },
    { name: "P18 `JSON.stringify` of it", ...built("written") },
    {
      name: "P18 `GET /daemon-state`, 20 tools and 10 models, 8 connections",
      ...catalog("20", "10", "state"),
      compared: [{ over: "P18 `GET /sync` of the same daemon", least: 0.75 }],
    },
    { name: "P18 `GET /sync` of the same daemon", ...catalog("20", "10", "sync") },
    { name: "P18 `GET /daemon-state`, 500 tools and 200 models", ...catalog("500", "200", "state") },
  ];
}
