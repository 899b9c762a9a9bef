/** The routes of a daemon and of a hub as OpenAPI 3.1 documents: what `agent print` prints. */
import type { Protocol } from "./bundle.js";
import { definitionsFor, printed, withoutCitations } from "./exports.js";
import { type CodeEntry, proxiedEntries, type RouteEntry, routeEntries } from "./routes.js";

const SCHEMAS = "#/components/schemas/";

const ANY_REQUEST = `A path that is not listed is answered with 404 \`not_found\`, another method with 405 \`method_not_allowed\`. Query
parameters and fields that are not listed are ignored, in requests and in answers.`;

const DAEMON = `One daemon, which runs one session of a coding agent. Clients follow it by a snapshot and the records after it.

Every request carries \`Authorization: Bearer <token>\`, with the token of the session's \`credential.json\`; without it the answer is 401 for
any path and method. ${ANY_REQUEST}`;

const HUB = `One hub, which watches the daemons of a machine and serves the history of stopped sessions. Clients follow it by a catalog and
the events after it.

Every request carries \`Authorization: Bearer <token>\`, with a token that \`agent hub token create\` made; without it the answer is 401 for
any path and method but the page at \`/\`. The paths below \`/api/v1/sessions/{session_id}/daemon\` are those of the session's daemon; the hub
puts the daemon's own token in the place of the caller's. ${ANY_REQUEST}`;

/** A tag by the beginning of the operations' names that have it. */
type Tags = readonly { readonly name: string; readonly description: string }[];

interface Document {
  readonly title: string;
  readonly description: string;
  readonly server: string;
  readonly token: string;
  readonly tags: Tags;
  readonly tagOf: (route: RouteEntry) => string;
  readonly routes: readonly RouteEntry[];
}

export function generateDaemonOpenapi(protocol: Protocol): string {
  return documentOf(protocol, {
    title: "Agent daemon",
    description: DAEMON,
    server: "The address that the daemon prints when it is ready, and writes to `startup.json`.",
    token: "The token of the session's `credential.json`.",
    tags: [{ name: "daemon", description: "One running session." }],
    tagOf: () => "daemon",
    routes: routeEntries(protocol, "daemon"),
  });
}

export function generateHubOpenapi(protocol: Protocol): string {
  const own = routeEntries(protocol, "hub");
  return documentOf(protocol, {
    title: "Agent hub",
    description: HUB,
    server: "The address that the hub prints when it is ready, and writes to `hub/startup.json`.",
    token: "A token that `agent hub token create` made.",
    tags: [
      { name: "hub", description: "All sessions of a machine." },
      { name: "daemon", description: "One running session, through the hub." },
    ],
    tagOf: (route) => (own.includes(route) ? "hub" : "daemon"),
    routes: [...own, ...proxiedEntries(protocol)],
  });
}

function documentOf(protocol: Protocol, { title, description, server, token, tags, tagOf, routes }: Document): string {
  const types = routes.flatMap(({ request, responses }) => [
    ...(request === undefined ? [] : [request.type]),
    ...responses.flatMap(([, types]) => types),
  ]);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, tagOf(route)) };
  }
  return printed({
    openapi: "3.1.0",
    info: { title, version: "1", description, license: { name: "MIT", identifier: "MIT" } },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [
      {
        url: "http://127.0.0.1:{port}",
        description: server,
        variables: { port: { default: "51269", description: `Another one for each ${tags[0]?.name}.` } },
      },
    ],
    security: [{ bearer: [] }],
    tags,
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", description: token } },
      headers: {
        RetryAfter: {
          description: "Seconds until another attempt is worth it.",
          schema: { type: "integer", minimum: 0 },
        },
        Authenticate: { description: "The scheme that is asked for.", schema: { const: "Bearer" } },
      },
      examples: Object.fromEntries(routes.flatMap(({ codes }) => codes).flatMap(examplesOf)),
      schemas: definitionsFor([...types, "ProtocolError"], protocol, SCHEMAS),
    },
  });
}

function operation(route: RouteEntry, tag: string): unknown {
  const parameters = [
    ...Object.entries(route.query).map((entry) => parameter("query", entry)),
    ...Object.entries(route.headers).map((entry) => parameter("header", entry)),
    ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
      ...parameter("path", [name, "Part of the path."]),
      required: true,
    })),
  ];
  const { request } = route;
  const statuses = [...new Set(route.codes.flatMap(({ status }) => status))].sort((a, b) => a - b);
  return {
    operationId: route.name,
    tags: [tag],
    summary: route.says.replace(/\.$/, ""),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request === undefined
      ? {}
      : { requestBody: { required: !request.mayBeMissing, content: { "application/json": bodyOf(request.type) } } }),
    responses: {
      ...Object.fromEntries(route.responses.map(([status, types]) => [status, answer(types, route)])),
      ...Object.fromEntries(statuses.map((status) => [status, refusal(status, route.codes)])),
    },
  };
}

function bodyOf(...types: readonly string[]): unknown {
  const references = types.map((type) => ({ $ref: `${SCHEMAS}${type}` }));
  return { schema: references.length === 1 ? references[0] : { anyOf: references } };
}

function parameter(place: string, [name, says]: readonly [string, string]): object {
  return { name, in: place, description: says, schema: { type: "string" } };
}

function answer(types: readonly string[], { isStream, says }: RouteEntry): unknown {
  if (!isStream) return { description: withoutCitations(says), content: { "application/json": bodyOf(...types) } };
  const legacy = types.includes("LegacyMessage")
    ? " Without `after` every message is a `LegacyMessage`, and `id` repeats its `seq`."
    : "";
  return {
    description: `A stream that does not end by itself. The schema is that of one message: the data of one server-sent event, whose \`event\` and \`id\` repeat the message's \`event\` and \`cursor\`, or one line of NDJSON.${legacy}`,
    content: { "text/event-stream": bodyOf(...types), "application/x-ndjson": bodyOf(...types) },
  };
}

function refusal(status: number, codes: readonly CodeEntry[]): unknown {
  const possible = codes.filter((entry) => entry.status.includes(status));
  return {
    description: possible.map(({ code, recovery }) => `\`${code}\`: ${recovery}`).join("\n\n"),
    ...(status === 401 ? { headers: { "WWW-Authenticate": { $ref: "#/components/headers/Authenticate" } } } : {}),
    ...(status === 429 || status === 503
      ? { headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } }
      : {}),
    content: {
      "application/json": {
        schema: { $ref: `${SCHEMAS}ProtocolError` },
        examples: Object.fromEntries(
          possible.map((entry) => [entry.code, { $ref: `#/components/examples/${exampleName(entry, status)}` }]),
        ),
      },
    },
  };
}

/** A code with one status has one example; another has one for each of its statuses. */
function exampleName({ code, status }: CodeEntry, of: number): string {
  return status.length === 1 ? code : `${code}_${of}`;
}

function examplesOf(entry: CodeEntry): readonly (readonly [string, unknown])[] {
  const { code, says } = entry;
  return entry.status.map((status) => [
    exampleName(entry, status),
    { summary: says, value: { code, message: says, status, request_id: "c0ffee" } },
  ]);
}
