/**
 * The policies that are open: help for their authors. Opening a file puts no policy in force (S59), so configurations are judged by the
 * machine's policy as it is saved.
 */
import { policyFaults } from "../toolkit/judge/analysis/policy-faults.js";
import { policyShape } from "../toolkit/judge/policy/policy.js";
import { NO_POLICIES, readPolicy, type UnusablePolicy } from "../toolkit/judge/policy/read.js";
import type { Diagnostic } from "../toolkit/read/diagnostic/diagnostic.js";
import type { Comment } from "../toolkit/read/document/comment.js";
import { MAX_SIZE } from "../toolkit/read/document/encoding.js";
import { ENDINGS, FORMATS, foreignEnding, formatOf } from "../toolkit/read/document/formats.js";
import { parse } from "../toolkit/read/document/parse.js";
import { readPart } from "../toolkit/read/document/part.js";
import { markLength } from "../toolkit/read/document/source.js";
import type { Host } from "../toolkit/read/host/host.js";
import { nameOf, realName } from "../toolkit/read/layers/identity.js";
import type { Shape } from "../toolkit/read/schema/shape.js";
import { type Buffer, Buffers, overlaid } from "./configuration/buffers.js";
import type { Machine } from "./machine.js";
import { type Text, textOf } from "./text.js";

export interface PolicyText {
  readonly kind: "policy";
  readonly uri: string;
  readonly shape: Shape;
  readonly text: Text;
  /** Undefined for a policy that can be used. */
  readonly unusable: UnusablePolicy | undefined;
  /** The findings of `agentcfg lint --policy` about it. */
  readonly findings: readonly Diagnostic[];
}

interface Read {
  /** Changes with the text, and with the file. */
  readonly signature: string;
  readonly policy: PolicyText;
}

export class Policies {
  readonly buffers = new Buffers();
  readonly #machine: Machine;
  readonly #read = new Map<string, Read>();

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  get all(): readonly PolicyText[] {
    return this.buffers.all.map((buffer) => this.#policyIn(buffer));
  }

  /** The open policy of a file, by its name. */
  at(file: string): PolicyText | undefined {
    const buffer = this.buffers.all.find((one) => one.file === file);
    return buffer && this.#policyIn(buffer);
  }

  close(file: string): void {
    this.buffers.close(file);
    this.#read.delete(file);
  }

  /**
   * Whether a file is a policy for the editor: the machine's own, a file `policy.yaml` in a directory `agentcfg`, or a text that names the
   * schema of policies when it is opened.
   */
  claims(file: string, text: string): boolean {
    const host = this.#machine.hostAt();
    const { policyFile } = host;
    if (policyFile !== undefined && realName(host, policyFile) === realName(host, file)) return true;
    return isNamedAsPolicy(host, file) || (foreignEnding(file) === undefined && namesPolicySchema(file, text));
  }

  #policyIn(buffer: Buffer): PolicyText {
    const { file, stamp } = buffer;
    const onDisk = this.#machine.hostAt();
    const signature = `${stamp} ${onDisk.signature(file)}`;
    const earlier = this.#read.get(file);
    if (earlier?.signature === signature) return earlier.policy;
    const policy = policyOf(buffer, overlaid(onDisk, this.buffers), earlier?.policy);
    this.#read.set(file, { signature, policy });
    return policy;
  }
}

function policyOf({ uri, file, document }: Buffer, host: Host, earlier: PolicyText | undefined): PolicyText {
  const read = readPolicy(host, file);
  const text = document.getText();
  // A file that is refused has no text in its document.
  const isWhole = read.document.source.text === text || text.length > MAX_SIZE;
  const now = isWhole ? read.document : parse({ file: read.document.source.file, text }, formatOf(file));
  const known = earlier?.text.readable;
  const readable = now.root === undefined && known?.root !== undefined ? known : now;
  const unusable = "mistakes" in read ? read : undefined;
  const findings = unusable === undefined ? [] : policyFaults(host, { ...NO_POLICIES, unusable: [unusable] });
  return { kind: "policy", uri, shape: policyShape(), text: textOf(now, readable), unusable, findings };
}

function isNamedAsPolicy(host: Host, file: string): boolean {
  const directory = host.join(file, "..");
  return nameOf(directory) === "agentcfg" && ENDINGS.some((ending) => host.join(directory, `policy${ending}`) === file);
}

const SCHEMA_NAME = "policy.schema.json";

function namesPolicySchema(file: string, text: string): boolean {
  // Some editors pass every file in YAML or JSON.
  if (text.length > MAX_SIZE || !text.includes(SCHEMA_NAME)) return false;
  const format = formatOf(file);
  const root = readPart(text, format, "tolerant");
  const key = root?.kind === "mapping" ? root.entries.get("$schema")?.value : undefined;
  const keyed = key?.kind === "scalar" ? [String(key.value)] : [];
  return [...keyed, ...schemaLines(text, FORMATS[format].comments(text))].some(isPolicySchema);
}

/** The addresses in comments for language servers, before all content. */
function schemaLines(text: string, comments: readonly Comment[]): readonly string[] {
  const addresses: string[] = [];
  let end: number = markLength(text);
  for (const { span, text: written } of comments) {
    if (text.slice(end, span.start).trim() !== "") break;
    const [, address] = /^(?:yaml-language-server\s*:\s*\$schema\s*=|\$schema\s*:)\s*(\S+)/.exec(written) ?? [];
    if (address !== undefined) addresses.push(address);
    end = span.end;
  }
  return addresses;
}

/** Whether an address is that of a copy of the schema. On the web, other programs have schemas of this name. */
function isPolicySchema(address: string): boolean {
  if (nameOf(address) !== SCHEMA_NAME) return false;
  return !/^https?:/i.test(address) || address.includes("agentcfg");
}
