/** An MCP server of another tool as one of this agent. */
import { variablesPassedOn } from "../../text/containers.js";
import type { Json } from "../read/document/data.js";
import type { TreePlace } from "../read/other-tools/places.js";
import type { ServerKey } from "./dialects/dialect.js";
import { AUTHENTICATION, TRANSPORTS } from "./dialects/server-keys.js";
import type { EntryFields } from "./entries.js";
import { booleanOf, type Fields, fieldsOf, type Keys, numberOf, textOf, withoutCounterpart } from "./fields.js";
import { argumentsWithoutSecrets, withoutEvident, withoutSecrets } from "./secrets.js";
import {
  below,
  headersOf,
  isVariable,
  plainText,
  referenceTo,
  type Scene,
  scalarText,
  textList,
  textMap,
  texts,
} from "./values.js";

/** The server; or undefined and a remark with the reason. */
export function serverOf(place: TreePlace, keys: Keys<ServerKey>, scene: Scene): EntryFields | undefined {
  const { log } = scene;
  const fields = fieldsOf(place, keys, log);
  const transport = transportOf(place, fields, scene);
  if (transport === undefined) return undefined;
  for (const key of transport === "stdio" ? HTTP_ONLY : STDIO_ONLY) {
    const other = fields.get(key);
    if (other !== undefined)
      withoutCounterpart(other, log, `has no effect for a server over ${transport}`, "other-transport");
  }
  return {
    transport,
    ...(transport === "stdio" ? stdioPart(fields, scene) : httpPart(fields, scene)),
    block_list: blockList(fields, scene),
    default_timeout_seconds: timeoutOf(fields, scene),
    default_enabled: isOff(fields, scene) ? false : undefined,
  };
}

const STDIO_ONLY: readonly ServerKey[] = ["command", "args", "env", "passed_variables"];
const HTTP_ONLY: readonly ServerKey[] = [
  ...(["url", "headers", "header_variables", "bearer_variable", "oauth"] as const),
  ...(["client_id", "client_secret", "scopes", "redirect_uri", "bearer", "auth_type", "auth_value"] as const),
];

function transportOf(place: TreePlace, fields: Fields<ServerKey>, { log }: Scene): "stdio" | "http" | undefined {
  const [named, command, url] = [fields.get("transport"), written(fields.get("command")), written(fields.get("url"))];
  const word = textOf(named?.node) ?? "";
  const known = Object.hasOwn(TRANSPORTS, word) ? TRANSPORTS[word] : undefined;
  const transport = known === "stdio" ? "stdio" : known && "http";
  const possible = [...(command === undefined ? [] : ["stdio"]), ...(url === undefined ? [] : ["http"])] as const;
  const [first] = possible;
  const chosen = transport !== undefined && possible.includes(transport) ? transport : first;
  if (chosen === undefined) {
    log.remark(place.keySpan, place.path, "has neither a command nor a URL, and is left out", "incomplete");
    return undefined;
  }
  if (named !== undefined && known === undefined) {
    const message = `names a transport that does not exist here; \`${chosen}\` is written`;
    log.remark(named.keySpan, named.path, message, "value");
  } else if (named !== undefined && known === "sse" && chosen === "http") {
    log.remark(
      named.keySpan,
      named.path,
      "has no counterpart: `http` is written; the server must speak streamable HTTP",
    );
  }
  return chosen === "stdio" ? "stdio" : "http";
}

/** A place whose value is not null. */
function written(place: TreePlace | undefined): TreePlace | undefined {
  return place?.node.kind === "scalar" && place.node.value === null ? undefined : place;
}

function stdioPart(fields: Fields<ServerKey>, scene: Scene): EntryFields {
  const [command, args] = [fields.get("command"), fields.get("args")];
  const line = texts(command, below(scene, "command"));
  const more = texts(args, below(scene, "args"));
  const [program, ...words] = line.length === 1 ? wordsOf(line[0] ?? "") : line;
  const all = argumentsWithoutSecrets([...words, ...more], below(scene, "args"));
  const env = textMap(fields.get("env"), "own", below(scene, "env"));
  return {
    command: program === undefined ? undefined : withoutEvident(program, below(scene, "command")),
    args: all.length === 0 ? undefined : all,
    env,
    pass_env: passed(
      fields,
      variablesPassedOn(program ?? "", all)
        .map(({ name }) => name)
        .filter((name) => env?.[name] === undefined),
      scene,
    ),
  };
}

/** A command line in one text, if that is certain: a program by its name, and words without quotes. */
function wordsOf(command: string): readonly string[] {
  return /^[\w.-]+(?: +[^\s"'\\]+)+$/.test(command) ? command.split(/ +/) : [command];
}

/** The variables that are copied by default (spec 2.10), those that the tool adds, and those that the command passes on. */
function passed(fields: Fields<ServerKey>, more: readonly string[], scene: Scene): readonly string[] | undefined {
  const place = fields.get("passed_variables");
  const all = texts(place, below(scene, "pass_env"));
  const written = all.filter(isVariable);
  const names = [...written, ...more.filter(isVariable)];
  if (place !== undefined && written.length < all.length)
    scene.log.remark(place.keySpan, place.path, "holds what names no variable, which is left out", "value");
  return names.length === 0 ? undefined : [...new Set(["HOME", "PATH", "LANG", "TMPDIR", ...names])];
}

function httpPart(fields: Fields<ServerKey>, scene: Scene): EntryFields {
  const auth = below(scene, "auth");
  const kind = authenticationOf(fields, scene);
  const secret = fields.get("auth_value");
  if (secret !== undefined && (kind === undefined || kind === "oauth" || kind === "none"))
    withoutCounterpart(secret, scene.log);
  const headers = headersOf(fields, below(scene, "headers"));
  const key = kind === "X-API-Key" ? secret && secretText(secret, "api_key", below(scene, "headers", kind)) : undefined;
  return {
    url: plainText(fields.get("url"), below(scene, "url")),
    auth: headerAuth(fields, kind, auth) ?? loginOf(fields, kind === "oauth", auth),
    headers: key === undefined ? headers : { ...headers, "X-API-Key": key },
  };
}

type Authentication = (typeof AUTHENTICATION)[string];

/** The kind of authentication that the entry names; the log gets a name that is unknown here. */
function authenticationOf(fields: Fields<ServerKey>, { log }: Scene): Authentication | undefined {
  const place = fields.get("auth_type");
  const name = (textOf(place?.node) ?? "").toLowerCase();
  if (place === undefined || name === "") return undefined;
  if (Object.hasOwn(AUTHENTICATION, name)) return AUTHENTICATION[name];
  log.remark(place.keySpan, place.path, "names a kind of authentication that does not exist here", "value");
  return undefined;
}

/** The header `Authorization`, by a variable, a token, or a secret of a kind that stands there. */
function headerAuth(fields: Fields<ServerKey>, kind: Authentication | undefined, scene: Scene): Json | undefined {
  const value = (text: string | undefined): Json | undefined => text && { type: "authorization-header", value: text };
  const variable = referenceTo(fields.get("bearer_variable"), scene);
  if (variable !== undefined) return value(`Bearer ${variable}`);
  const token = fields.get("bearer");
  if (token !== undefined) return value(withScheme("Bearer ", secretText(token, "token", scene)));
  const secret = fields.get("auth_value");
  if (secret === undefined || (kind !== "Bearer " && kind !== "Basic " && kind !== "")) return undefined;
  return value(withScheme(kind, secretText(secret, kind === "" ? "authorization" : "token", scene)));
}

function secretText(place: TreePlace, name: string, scene: Scene): string | undefined {
  const text = scalarText(place, scene);
  return text === undefined || text.trim() === "" ? undefined : withoutSecrets(text, name, "of-entry", scene);
}

function withScheme(scheme: string, text: string | undefined): string | undefined {
  return text?.toLowerCase().startsWith(scheme.toLowerCase()) ? text : text && `${scheme}${text}`;
}

function loginOf(fields: Fields<ServerKey>, isNamed: boolean, scene: Scene): Json | undefined {
  const of = (key: ServerKey): TreePlace | undefined => fields.get(key);
  const [id, secret, redirect, scopes] = [of("client_id"), of("client_secret"), of("redirect_uri"), of("scopes")];
  const login = of("oauth")?.node;
  const isOn = isNamed || booleanOf(login) === true || login?.kind === "mapping";
  if (!isOn && [id, secret, redirect, scopes].every((place) => place === undefined)) return undefined;
  const clientId = plainText(id, scene);
  const written = secret && scalarText(secret, scene);
  const uri = plainText(redirect, scene);
  const list = textList(scopes, scene);
  const all = scopes?.node.kind === "scalar" ? list?.flatMap((text) => text.split(/[\s,]+/)) : list;
  return {
    type: "oauth",
    ...(all !== undefined && { scopes: all }),
    ...(clientId !== undefined && {
      registration: {
        type: "pre-registered",
        client_id: clientId,
        ...(written !== undefined && { client_secret: withoutSecrets(written, "client_secret", "of-entry", scene) }),
      },
    }),
    ...(uri !== undefined && { redirect: { type: "fixed", uri } }),
  };
}

function blockList(fields: Fields<ServerKey>, scene: Scene): readonly string[] | undefined {
  const tools = textList(fields.get("blocked_tools"), scene);
  return tools === undefined || tools.length === 0 ? undefined : tools.map((tool) => `mcp__${scene.entry}__${tool}`);
}

/** A larger number is surely not in seconds. */
const MOST_SECONDS = 1000;

function timeoutOf(fields: Fields<ServerKey>, { log }: Scene): number | undefined {
  for (const unit of ["seconds", "milliseconds", "duration"] as const) {
    const place = fields.get(unit);
    if (place === undefined) continue;
    const value = numberOf(place.node);
    const isMilliseconds = unit === "milliseconds" || (unit === "duration" && (value ?? 0) >= MOST_SECONDS);
    const seconds = Math.ceil((value ?? 0) / (isMilliseconds ? 1000 : 1));
    if (Number.isSafeInteger(seconds) && seconds > 0) return seconds;
    withoutCounterpart(place, log);
  }
  return undefined;
}

function isOff(fields: Fields<ServerKey>, { log }: Scene): boolean {
  return (["disabled", "enabled"] as const).some((key) => {
    const place = fields.get(key);
    const value = booleanOf(place?.node);
    if (place !== undefined && value === undefined) withoutCounterpart(place, log);
    return value === (key === "disabled");
  });
}
