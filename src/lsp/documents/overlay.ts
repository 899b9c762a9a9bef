/** A machine on which the open texts of the editor are the contents of their files, whether they are saved, on the disk, or neither. */
import { oncePer } from "../../text/once.js";
import type { FileKind, FileRead, Host } from "../../toolkit/read/host/host.js";
import type { Buffer, Buffers } from "./buffers.js";

const bytesOf = oncePer(({ document }: Buffer) => new TextEncoder().encode(document.getText()));

export function overlaid(host: Host, buffers: Buffers): Host {
  const bufferAt = (file: string): Buffer | undefined => {
    if (buffers.all.length === 0) return undefined;
    return buffers.at(file) ?? buffers.at(file, host.realPath(file));
  };
  const realPath = (file: string): string | undefined => host.realPath(file) ?? bufferAt(file)?.real;
  return {
    ...host,
    realPath,
    kindOf: (file): FileKind | undefined => {
      const kind = host.kindOf(file);
      if (kind !== undefined) return kind;
      if (buffers.at(file) !== undefined) return "file";
      return buffers.areIn(file) ? "directory" : undefined;
    },
    signature: (file) => {
      const buffer = bufferAt(file);
      return buffer === undefined ? host.signature(file) : `open ${buffer.stamp}`;
    },
    readFile: (name, limit, real): FileRead => {
      const file = host.resolve(name);
      const buffer = bufferAt(file);
      if (buffer === undefined) return host.readFile(name, limit, real);
      const bytes = bytesOf(buffer);
      return bytes.length > limit ? { kind: "too-large" } : { kind: "bytes", bytes, realPath: realPath(file) ?? file };
    },
  };
}
