/** An MCP server of another tool as one of this agent. */
import type { Json } from "../read/document/data.js";
import type { TreePlace } from "../read/other-tools/places.js";
import type { Dictionary, ServerKey } from "./dialects/dialect.js";
import { TRANSPORTS } from "./dialects/server-keys.js";
import type { EntryFields } from "./entries.js";
import { booleanOf, type Fields, fieldsOf, numberOf, textOf, withoutCounterpart } from "./fields.js";
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
export function serverOf(place: TreePlace, keys: Dictionary<ServerKey>, scene: Scene): EntryFields | undefined {
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
  ...(["client_id", "client_secret", "scopes", "redirect_uri"] as const),
];

function transportOf(place: TreePlace, fields: Fields<ServerKey>, { log }: Scene): "stdio" | "http" | undefined {
  const [named, command, url] = [fields.get("transport"), written(fields.get("command")), written(fields.get("url"))];
  const word = textOf(named?.node) ?? "";
  const known = Object.hasOwn(TRANSPORTS, word) ? TRANSPORTS[word] : undefined;
  const transport = known === "sse" ? "http" : known;
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
  return {
    command: program === undefined ? undefined : withoutEvident(program, below(scene, "command")),
    args: all.length === 0 ? undefined : all,
    env: textMap(fields.get("env"), "own", below(scene, "env")),
    pass_env: passed(fields, scene),
  };
}

/** A command line in one text, if that is certain: a program by its name, and words without quotes. */
function wordsOf(command: string): readonly string[] {
  return /^[\w.-]+(?: +[^\s"'\\]+)+$/.test(command) ? command.split(/ +/) : [command];
}

/** The variables that are copied by default (spec 2.10), and those that the tool adds. */
function passed(fields: Fields<ServerKey>, scene: Scene): readonly string[] | undefined {
  const place = fields.get("passed_variables");
  const all = texts(place, below(scene, "pass_env"));
  const names = all.filter(isVariable);
  if (place !== undefined && names.length < all.length)
    scene.log.remark(place.keySpan, place.path, "holds what names no variable, which is left out", "value");
  return names.length === 0 ? undefined : [...new Set(["HOME", "PATH", "LANG", "TMPDIR", ...names])];
}

function httpPart(fields: Fields<ServerKey>, scene: Scene): EntryFields {
  return {
    url: plainText(fields.get("url"), below(scene, "url")),
    auth: loginOf(fields, below(scene, "auth")),
    headers: headersOf(fields, below(scene, "headers")),
  };
}

function loginOf(fields: Fields<ServerKey>, scene: Scene): Json | undefined {
  const bearer = referenceTo(fields.get("bearer_variable"), scene);
  if (bearer !== undefined) return { type: "authorization-header", value: `Bearer ${bearer}` };
  const of = (key: ServerKey): TreePlace | undefined => fields.get(key);
  const [id, secret, redirect, scopes] = [of("client_id"), of("client_secret"), of("redirect_uri"), of("scopes")];
  const login = of("oauth")?.node;
  const isOn = booleanOf(login) === true || login?.kind === "mapping";
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
