/** An authorization server and the tool server that trusts it, on loopback. It is strict, keeps what it was asked, and can be told to misbehave. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

interface Client {
  readonly redirects: readonly string[];
  readonly secret?: string | undefined;
}

interface Code {
  readonly client: string;
  readonly redirect: string;
  readonly challenge: string;
  readonly resource: string | null;
}

/** Gives an answer of its own to a request; false for the usual one. */
export type Misbehave = (asked: Asked, response: ServerResponse) => boolean;

export interface Authority {
  readonly url: string;
  /** The endpoint of the tool server. */
  endpoint: string;
  readonly asked: Asked[];
  readonly clients: Map<string, Client>;
  /** Access tokens that the tool server takes. */
  readonly valid: Set<string>;
  /** Refresh tokens that are good. */
  readonly refreshing: Set<string>;
  /** Overrides of the metadata of the authorization server and of the resource. */
  metadata: Record<string, unknown>;
  resource: Record<string, unknown>;
  /** The secret of clients that register themselves. */
  secret: string | undefined;
  misbehave: Misbehave;
  /** The user agrees on the page: where the browser is sent then. */
  agree(page: string): URL;
  /** Requests to a path so far. */
  count(path: string): number;
}

const s256 = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

const json = (response: ServerResponse, status: number, value: unknown): unknown =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

/** A loopback redirect address may have any port (RFC 8252, 7.3). */
const isSameRedirect = (known: string, given: string): boolean => {
  const [a, b] = [new URL(known), new URL(given)];
  if (a.hostname === "127.0.0.1") a.port = b.port;
  return a.href === b.href;
};

let numbers = 0;
const next = (kind: string): string => {
  numbers += 1;
  return `${kind}-secret-${String(numbers).padStart(8, "0")}`;
};

/** Ends with the test. */
export async function authority(): Promise<Authority> {
  const codes = new Map<string, Code>();
  const sockets = new Set<Socket>();

  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const asked = { method, target: url, headers, body: Buffer.concat(chunks).toString() };
      here.asked.push(asked);
      if (!here.misbehave(asked, response)) answer(asked, response);
    });
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function answer(asked: Asked, response: ServerResponse): unknown {
    const { pathname } = new URL(asked.target, url);
    if (pathname === "/mcp") return tool(asked, response);
    if (pathname === "/.well-known/oauth-protected-resource/mcp")
      return json(response, 200, {
        ...{ resource: here.endpoint, authorization_servers: [url], scopes_supported: ["tools:read", "tools:call"] },
        ...here.resource,
      });
    if (
      pathname === "/.well-known/oauth-authorization-server" ||
      pathname === "/.well-known/oauth-authorization-server/tenant"
    )
      return json(response, 200, {
        ...{ issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` },
        ...{ registration_endpoint: `${url}/register`, response_types_supported: ["code"] },
        ...{ code_challenge_methods_supported: ["S256"], client_id_metadata_document_supported: true },
        token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
        ...here.metadata,
      });
    if (pathname === "/register" && asked.method === "POST") return register(asked, response);
    if (pathname === "/token" && asked.method === "POST") return token(asked, response);
    return json(response, 404, {});
  }

  /** Answers each call of the protocol with its own number, when the token is good. */
  function tool({ headers, body }: Asked, response: ServerResponse): void {
    const [, bearer = ""] = /^Bearer (.*)$/.exec(headers.authorization ?? "") ?? [];
    if (!here.valid.has(bearer)) {
      const metadata = `${url}/.well-known/oauth-protected-resource/mcp`;
      const challenge = `Bearer resource_metadata="${metadata}", scope="tools:read"`;
      response.writeHead(401, { "www-authenticate": challenge }).end();
      return;
    }
    json(response, 200, { jsonrpc: "2.0", id: JSON.parse(body).id, result: {} });
  }

  function register({ body }: Asked, response: ServerResponse): void {
    const { redirect_uris } = JSON.parse(body);
    const id = `client-${here.clients.size}`;
    here.clients.set(id, { redirects: redirect_uris, secret: here.secret });
    const secret = here.secret === undefined ? {} : { client_secret: here.secret };
    const method = here.secret === undefined ? "none" : "client_secret_post";
    json(response, 201, { ...JSON.parse(body), client_id: id, ...secret, token_endpoint_auth_method: method });
  }

  function token({ headers, body }: Asked, response: ServerResponse): unknown {
    const given = new URLSearchParams(body);
    const refuse = (error: string): unknown => json(response, 400, { error, error_description: `no: ${body}` });
    const [, basic] = /^Basic (.*)$/.exec(headers.authorization ?? "") ?? [];
    const [basicId, basicSecret] = basic === undefined ? [] : Buffer.from(basic, "base64").toString().split(":");
    const id = basicId ?? given.get("client_id") ?? "";
    const client = here.clients.get(id);
    if (client === undefined || client.secret !== (basicSecret ?? given.get("client_secret") ?? undefined))
      return refuse("invalid_client");
    if (given.get("grant_type") === "refresh_token") {
      if (!here.refreshing.delete(given.get("refresh_token") ?? "")) return refuse("invalid_grant");
      return issue(response);
    }
    const code = codes.get(given.get("code") ?? "");
    codes.delete(given.get("code") ?? "");
    const isRight =
      code?.client === id &&
      code.redirect === given.get("redirect_uri") &&
      code.challenge === s256(given.get("code_verifier") ?? "") &&
      code.resource === given.get("resource");
    return isRight ? issue(response) : refuse("invalid_grant");
  }

  function issue(response: ServerResponse): unknown {
    const [access, refresh] = [next("access"), next("refresh")];
    here.valid.add(access);
    here.refreshing.add(refresh);
    return json(response, 200, {
      access_token: access,
      token_type: "Bearer",
      refresh_token: refresh,
      expires_in: 3600,
    });
  }

  const here: Authority = {
    ...{ url, endpoint: `${url}/mcp`, asked: [], clients: new Map(), valid: new Set(), refreshing: new Set() },
    ...{ metadata: {}, resource: {}, secret: undefined, misbehave: () => false },
    agree(page) {
      const { origin, pathname, searchParams: given } = new URL(page);
      const client = here.clients.get(given.get("client_id") ?? "");
      const redirect = given.get("redirect_uri") ?? "";
      if (`${origin}${pathname}` !== `${url}/authorize` || client === undefined) throw new Error("an unknown client");
      if (!client.redirects.some((known) => isSameRedirect(known, redirect))) throw new Error("an unknown redirect");
      if (given.get("response_type") !== "code" || given.get("code_challenge_method") !== "S256")
        throw new Error("a page without PKCE");
      const code = next("code");
      const challenge = given.get("code_challenge") ?? "";
      codes.set(code, { client: given.get("client_id") ?? "", redirect, challenge, resource: given.get("resource") });
      const back = new URL(redirect);
      back.searchParams.set("code", code);
      back.searchParams.set("state", given.get("state") ?? "");
      return back;
    },
    count: (path) => here.asked.filter(({ target }) => target.split("?")[0] === path).length,
  };
  return here;
}
