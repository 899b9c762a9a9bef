/** A zip archive of files in memory: the same bytes for the same files. */
import { crc32, deflateRawSync } from "node:zlib";

/** The first day that the format can write, 1 January 1980. */
const DATE = 0x21;

const DEFLATED = 8;
const UTF_8 = 0x800;
const VERSION = 20;

/** `files`: names with `/`, and contents. */
export function zip(files) {
  const pieces = [];
  const directory = [];
  let offset = 0;
  for (const [file, contents] of files) {
    const name = Buffer.from(file);
    const bytes = Buffer.from(contents);
    const packed = deflateRawSync(bytes, { level: 9 });
    const entry = Buffer.alloc(26);
    entry.writeUInt16LE(VERSION, 0);
    entry.writeUInt16LE(UTF_8, 2);
    entry.writeUInt16LE(DEFLATED, 4);
    entry.writeUInt16LE(DATE, 8);
    entry.writeUInt32LE(crc32(bytes), 10);
    entry.writeUInt32LE(packed.length, 14);
    entry.writeUInt32LE(bytes.length, 18);
    entry.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = [Buffer.from("PK\x03\x04"), entry, name, packed];
    pieces.push(...local);
    directory.push(Buffer.from("PK\x01\x02"), Buffer.from([VERSION, 0]), entry, place, name);
    offset += Buffer.concat(local).length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, ...directory, end]);
}
