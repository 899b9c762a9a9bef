/** A reader of a stream, with as little work per byte as can be: what is measured is the server. */
import { connect } from "node:net";

const NUMBER = Buffer.from('"offset":');
const TEXT = Buffer.from('"text":"');
const COMMA = 0x2c;
const SPACE = 0x20;
/** More than a number with its name. */
const TAIL = 64;

/** `path` with what it asks for; `look`: called with the bytes of each read, which are overwritten afterwards. */
export class Reader {
  /** Of the newest record that was seen. */
  last = -1;
  isClosed = false;
  #tail = Buffer.alloc(0);

  constructor({ port, path, headers = {} }, look = () => {}) {
    const buffer = Buffer.allocUnsafe(65_536);
    const take = (length) => {
      const bytes = buffer.subarray(0, length);
      this.#find(bytes);
      look(bytes);
      return true;
    };
    this.opened = new Promise((resolve, reject) => {
      this.socket = connect({
        ...{ port, host: "127.0.0.1" },
        onread: { buffer, callback: (length) => resolve() ?? take(length) },
      });
      this.socket.on("error", reject);
      this.socket.on("close", () => {
        this.isClosed = true;
      });
    });
    const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
    this.socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  }

  /** The newest number; one that is cut by the end of a read is seen with the next. */
  #find(bytes) {
    const seam = Buffer.concat([this.#tail, bytes.subarray(0, TAIL)]);
    this.last = Math.max(this.last, newest(seam), newest(bytes));
    this.#tail = Buffer.from(bytes.subarray(-TAIL));
  }
}

function newest(bytes) {
  for (let end = bytes.length; end > 0; ) {
    const at = bytes.lastIndexOf(NUMBER, end - 1);
    if (at === -1) return -1;
    if (bytes.indexOf(COMMA, at) !== -1) return number(bytes, at);
    end = at;
  }
  return -1;
}

const number = (bytes, at) => Number(bytes.latin1Slice(at + NUMBER.length, bytes.indexOf(COMMA, at)));

/** Whether the bytes hold the records from one number on, each once and in order; says up to which. */
export function endOfRun(bytes, first) {
  let expected = first;
  for (let at = bytes.indexOf(NUMBER); at !== -1; at = bytes.indexOf(NUMBER, at + 1)) {
    if (bytes.indexOf(COMMA, at) === -1) break;
    if (number(bytes, at) !== expected) throw new Error(`record ${number(bytes, at)} came where ${expected} should`);
    expected += 1;
  }
  return expected;
}

/** Calls `found` with the moment of each record; those cut by the end of a read are passed over. */
export function eachMoment(bytes, found) {
  for (let at = bytes.indexOf(TEXT); at !== -1; at = bytes.indexOf(TEXT, at + 1)) {
    const end = bytes.indexOf(SPACE, at);
    if (end !== -1) found(Number(bytes.latin1Slice(at + TEXT.length, end)));
  }
}
