/** The callers of a hub and what each of them may do (P-S47, P-S48, P-S70). */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { authorize, type Principal } from "../../src/agent/fleet/hub/access/access.js";
import { machine } from "../../src/agent/program/common/machine.js";
import { makeCredential } from "../../src/agent/session/store/credential.js";
import { sessionPaths } from "../../src/agent/session/store/paths.js";
import type { Authority } from "../../src/agent/wire/protocol/routes.js";
import { hubRoutes } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { type Call, hubBench, runningHub } from "./hub.js";

const OWN = "session-own";
const OTHER = "session-other";
const MISSING = "session-missing";

const SCOPES = ["machine", "sessions.read", "sessions.control", "sessions.manage"] as const;

const S = "insufficient_scope";
const T = "target_not_allowed";
const OK = undefined;

/** P-S70, row by row: what is answered to each authority on the own, another and a missing session. `fleet` is for no single session. */
const TABLE: readonly (readonly [
  who: Pick<Principal, "kind" | "scopes">,
  answers: Readonly<Record<Authority, readonly [own: string | undefined, other: string | undefined]>>,
])[] = [
  [
    { kind: "machine", scopes: ["machine"] },
    { fleet: [OK, OK], read: [OK, OK], control: [OK, OK], manage: [OK, OK] },
  ],
  [
    { kind: "machine", scopes: [] },
    { fleet: [S, S], read: [S, S], control: [S, S], manage: [S, S] },
  ],
  [
    { kind: "machine", scopes: ["sessions.read", "sessions.control", "sessions.manage"] },
    { fleet: [S, S], read: [S, S], control: [S, S], manage: [S, S] },
  ],
  [
    { kind: "human", scopes: [] },
    { fleet: [S, S], read: [S, S], control: [S, S], manage: [S, S] },
  ],
  [
    { kind: "human", scopes: ["machine"] },
    { fleet: [S, S], read: [S, S], control: [S, S], manage: [S, S] },
  ],
  [
    { kind: "human", scopes: ["sessions.read"] },
    { fleet: [S, S], read: [OK, OK], control: [S, S], manage: [S, S] },
  ],
  [
    { kind: "human", scopes: ["sessions.control"] },
    { fleet: [S, S], read: [S, S], control: [OK, OK], manage: [S, S] },
  ],
  [
    { kind: "human", scopes: ["sessions.manage"] },
    { fleet: [S, S], read: [S, S], control: [S, S], manage: [OK, OK] },
  ],
  [
    { kind: "human", scopes: [...SCOPES] },
    { fleet: [S, S], read: [OK, OK], control: [OK, OK], manage: [OK, OK] },
  ],
  [
    { kind: "daemon", scopes: [] },
    { fleet: [S, S], read: [OK, T], control: [OK, T], manage: [S, S] },
  ],
  [
    { kind: "daemon", scopes: [...SCOPES] },
    { fleet: [S, S], read: [OK, T], control: [OK, T], manage: [S, S] },
  ],
];

test.each(TABLE)("C149 $kind with $scopes may what the table says", (who, answers) => {
  const principal: Principal = who.kind === "daemon" ? { ...who, session_id: OWN } : who;
  for (const [authority, [own, other]] of Object.entries(answers) as [Authority, (typeof answers)[Authority]][]) {
    expect([authority, authorize(principal, authority, OWN)?.code]).toEqual([authority, own]);
    expect([authority, authorize(principal, authority, OTHER)?.code]).toEqual([authority, other]);
    expect([authority, authorize(principal, authority, MISSING)]).toEqual([
      authority,
      authorize(principal, authority, OTHER),
    ]);
  }
});

test("C149 more scopes never allow less, and the target matters to a daemon alone", () => {
  const scopes = fc.subarray([...SCOPES]);
  const authority = fc.constantFrom<Authority>("fleet", "read", "control", "manage");
  const kind = fc.constantFrom<Principal["kind"]>("machine", "human", "daemon");
  const session = fc.constantFrom(OWN, OTHER, MISSING, "", "__proto__");
  fc.assert(
    fc.property(scopes, scopes, authority, kind, session, (few, more, asked, of, target) => {
      const bound = of === "daemon" ? { session_id: OWN } : {};
      const small = authorize({ kind: of, scopes: few, ...bound }, asked, target);
      const large = authorize({ kind: of, scopes: [...few, ...more], ...bound }, asked, target);
      if (small === undefined) expect(large).toBeUndefined();
      if (small?.code === "target_not_allowed") expect([of, target === OWN]).toEqual(["daemon", false]);
      if (of === "daemon" && target !== OWN) expect(small).toBeDefined();
    }),
    { numRuns: cases(300) },
  );
});

/** The routes of the hub as requests, by hand: the authority that each asks for is in its column of the table above. */
const ROUTES: readonly (readonly [authority: Authority, path: (id: string) => string, call?: Call])[] = [
  ["fleet", () => "/api/v1/catalog"],
  ["fleet", () => "/api/v1/events?after=none"],
  ["fleet", (id) => `/api/v1/sessions/${id}/history`],
  ["fleet", (id) => `/api/v1/sessions/${id}/attachments/a?checkpoint=none`],
  ["read", (id) => `/api/v1/sessions/${id}`],
  ["manage", (id) => `/api/v1/sessions/${id}/stop`, { method: "POST" }],
];

/** Requests that the hub passes on to a daemon. */
const PASSED: typeof ROUTES = [
  ["read", (id) => `/api/v1/sessions/${id}/daemon/sync`],
  ["control", (id) => `/api/v1/sessions/${id}/daemon/prompt`, { method: "POST" }],
  ["manage", (id) => `/api/v1/sessions/${id}/daemon/terminate`, { method: "POST" }],
];

const REFUSED = new Set(["unauthorized", S, T]);

test("C141 C146 C149 each principal on each route and target gets the answer of the table, over HTTP", async () => {
  expect(ROUTES.length).toBe(Object.keys(hubRoutes).length);
  const bench = await hubBench();
  for (const id of [OWN, OTHER]) bench.session(id);
  await bench.start();
  for (const [who, answers] of TABLE) {
    const principal = who.kind === "daemon" ? { ...who, session_id: OWN } : who;
    const { token } = await bench.token({ ...principal, scopes: [...principal.scopes] });
    const expected: unknown[] = [];
    const real: unknown[] = [];
    for (const [authority, path, call] of [...ROUTES, ...PASSED])
      for (const [index, id] of [OWN, OTHER, MISSING].entries()) {
        const asked = [who.kind, ...who.scopes, path(id)].join(" ");
        const code = await bench.code(path(id), { ...call, token });
        expected.push([asked, answers[authority][index === 0 ? 0 : 1] ?? "allowed"]);
        real.push([asked, REFUSED.has(String(code)) ? code : "allowed"]);
      }
    expect(real).toEqual(expected);
  }
});

test("C146 a delegated token holds what was approved and no more", async () => {
  const bench = await hubBench();
  bench.session(OWN);
  await bench.start();
  const { token } = await bench.token({ kind: "human", scopes: ["sessions.read"], delegated: true });
  expect(await bench.code(`/api/v1/sessions/${OWN}`, { token })).toBe(200);
  expect(await bench.code(`/api/v1/sessions/${OWN}/stop`, { token, method: "POST" })).toBe(S);
  expect(await bench.code("/api/v1/catalog", { token })).toBe(S);
});

test("C149 a refused target is answered alike whether the session exists or not, down to the headers", async () => {
  const bench = await hubBench();
  bench.session(OTHER);
  await bench.start();
  const { token } = await bench.token({ kind: "daemon", scopes: [], session_id: OWN });
  const said = async (id: string) => {
    const { status, headers, text } = await bench.call(`/api/v1/sessions/${id}`, { token });
    const { request_id: _, ...body } = JSON.parse(text);
    return { status, body, headers: { ...headers, date: "" } };
  };
  expect(await said(OTHER)).toEqual(await said(MISSING));
  expect((await said(OTHER)).status).toBe(403);
});

test("C140 no token, a wrong one, and one in another place are 401 on each path, before it is looked at", async () => {
  const bench = await runningHub();
  const paths = [
    ...ROUTES.map(([, path]) => path(OWN)),
    `/api/v1/sessions/${OWN}/daemon/sync`,
    ...["/", "/nowhere", "/api/v1", "/api/v1/", "/sync", "/health", "*", "//", "/%"],
  ];
  const wrong: readonly Call[] = [
    { token: undefined },
    { token: "f".repeat(64) },
    { token: bench.machineToken.slice(1) },
    { token: `${bench.machineToken}0` },
    { token: undefined, headers: { cookie: `token=${bench.machineToken}` } },
    { token: undefined, headers: { authorization: `Basic ${bench.machineToken}` } },
    { token: undefined, headers: { authorization: [`Bearer ${bench.machineToken}`, "Bearer no"] } },
    { token: undefined, headers: { "x-api-key": bench.machineToken } },
  ];
  for (const path of paths)
    for (const call of wrong)
      for (const method of ["GET", "POST", "OPTIONS"]) {
        const { status, headers } = await bench.call(path, { ...call, method });
        expect([method, path, status, headers["www-authenticate"]]).toEqual([method, path, 401, "Bearer"]);
        expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
      }
  expect(await bench.code(`/api/v1/catalog?token=${bench.machineToken}`, { token: undefined })).toBe("unauthorized");
});

test("C140 the token of a daemon is no token of the hub", async () => {
  const bench = await hubBench();
  bench.session(OWN);
  const { credential } = sessionPaths(join, bench.state, OWN);
  const token = await makeCredential(machine.files, machine.random, credential);
  await bench.start();
  for (const [, path, call] of ROUTES) expect(await bench.code(path(OWN), { ...call, token })).toBe("unauthorized");
  expect(await bench.code("/api/v1/catalog")).toBe(200);
});
