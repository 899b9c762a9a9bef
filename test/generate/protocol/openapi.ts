/** The daemon's routes as an OpenAPI 3.1 document: what `agent print daemon-openapi` prints. */
import type { Protocol } from "./bundle.js";
import { definitionsFor, printed, withoutCitations } from "./exports.js";
import { type CodeEntry, type RouteEntry, routeEntries } from "./routes.js";

const SCHEMAS = "#/components/schemas/";

const DESCRIPTION = `One daemon, which runs one session of a coding agent. Clients follow it by a snapshot and the records after it.

Every request carries \`Authorization: Bearer <token>\`, with the token of the session's \`credential.json\`; without it the answer is 401 for
any path and method. A path that is not listed is answered with 404 \`not_found\`, another method with 405 \`method_not_allowed\`. Query
parameters and fields that are not listed are ignored, in requests and in answers.`;

export function generateOpenapi(protocol: Protocol): string {
  const routes = routeEntries(protocol);
  const types = routes.flatMap(({ request, responses }) => [
    ...(request === undefined ? [] : [request.type]),
    ...responses.flatMap(([, types]) => types),
  ]);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return printed({
    openapi: "3.1.0",
    info: {
      title: "Agent daemon",
      version: "1",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [
      {
        url: "http://127.0.0.1:{port}",
        description: "The address that the daemon prints when it is ready, and writes to `startup.json`.",
        variables: { port: { default: "51269", description: "Another one for each daemon." } },
      },
    ],
    security: [{ bearer: [] }],
    tags: [{ name: "daemon", description: "One running session." }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The token of the session's `credential.json`." },
      },
      headers: {
        RetryAfter: {
          description: "Seconds until another attempt is worth it.",
          schema: { type: "integer", minimum: 0 },
        },
        Authenticate: { description: "The scheme that is asked for.", schema: { const: "Bearer" } },
      },
      examples: Object.fromEntries(routes.flatMap(({ codes }) => codes.map((entry) => [entry.code, example(entry)]))),
      schemas: definitionsFor([...types, "ProtocolError"], protocol, SCHEMAS),
    },
  });
}

function operation(route: RouteEntry): unknown {
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
    tags: ["daemon"],
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
  return {
    description:
      "A stream that does not end by itself. The schema is that of one message: the data of one server-sent event, whose `event` and `id` repeat the message's `event` and `cursor`, or one line of NDJSON. Without `after` every message is a `LegacyMessage`, and `id` repeats its `seq`.",
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
        examples: Object.fromEntries(possible.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** Codes of the daemon have one status each. */
function example({ code, says, status: [status] }: CodeEntry): unknown {
  return { summary: says, value: { code, message: says, status, request_id: "c0ffee" } };
}
