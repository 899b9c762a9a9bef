/**
 * Requests that are passed on over connections of Node, without its client, which took half of a hub's time for a request: here a head is
 * one text, and a connection is kept for a moment.
 */
import { remembered } from "../../text/once.js";
import type { Forward } from "./forward.js";
import { type Address, ForwardLine } from "./forward-line.js";

/** Milliseconds that an unused connection is kept, and between two looks: together less than the five seconds of a daemon, so that it rarely ends just as it is used. */
const IDLE = 2000;
const INTERVAL = 1000;

/** Most unused connections to one server. */
const MOST_FREE = 16;

/** By the addresses of their servers, the latest one last. */
const free = new Map<string, ForwardLine[]>();
let isWatched = false;

interface Server extends Address {
  /** The value of its `host` header. */
  readonly name: string;
}

const serverAt = remembered((url): Server => {
  const { host: name, hostname, port } = new URL(url);
  return { name, host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) };
});

export const nodeForward: Forward = ({ url, method, target, headers, reuse }, events) => {
  const { name, host, port } = serverAt(url);
  let head = `${method} ${target} HTTP/1.1\r\nhost: ${name}\r\n`;
  if (!reuse) head += "connection: close\r\n";
  let isChunked = false;
  for (const [key, value] of headers) {
    head += `${key}: ${value}\r\n`;
    isChunked ||= key === "transfer-encoding";
  }
  if (!isWritable(head, headers.length + (reuse ? 2 : 3))) throw new Error("a request cannot be written");
  const line = (reuse ? freeLine(url) : undefined) ?? new ForwardLine({ host, port }, (freed) => keep(url, freed));
  return line.carry({ head: `${head}\r\n`, method, isChunked, reuse }, events);
};

/** Whether a head has so many lines, and no character that could be more than it seems. */
function isWritable(head: string, lines: number): boolean {
  return (
    /^[\t\r\n\x20-\x7e\x80-\xff]*$/.test(head) &&
    head.split("\r\n").length === lines + 1 &&
    !/\r(?!\n)|[^\r]\n/.test(head)
  );
}

function freeLine(url: string): ForwardLine | undefined {
  const lines = free.get(url);
  for (let line = lines?.pop(); line !== undefined; line = lines?.pop()) if (line.isOpen) return line;
  return undefined;
}

function keep(url: string, line: ForwardLine): void {
  const lines = free.get(url) ?? [];
  if (lines.length >= MOST_FREE) {
    line.destroy();
    return;
  }
  line.freeSince = performance.now();
  lines.push(line);
  free.set(url, lines);
  watch();
}

/** One timer ends all connections that nobody uses. */
function watch(): void {
  if (isWatched) return;
  isWatched = true;
  setTimeout(() => {
    isWatched = false;
    const before = performance.now() - IDLE;
    for (const [url, lines] of free) {
      const others = lines.filter((line) => line.isOpen && line.freeSince > before);
      for (const line of lines) if (!others.includes(line)) line.destroy();
      if (others.length === 0) free.delete(url);
      else free.set(url, others);
    }
    if (free.size > 0) watch();
  }, INTERVAL).unref();
}
