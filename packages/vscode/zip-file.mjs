import { crc32, deflateRawSync } from "node:zlib";

/** Midnight of 1 January 1980: the same content always gives the same bytes. */
const DATE = 0x0021;
const DEFLATED = 8;

/**
 * A zip file of the given files, each a name and its bytes.
 *
 * A VSIX needs no more of the format than this: no folders of their own, no comments, nothing above 4 GB.
 */
export function zipFile(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = Buffer.from(name, "utf8");
    const packed = deflateRawSync(bytes, { level: 9 });
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0); // version needed
    head.writeUInt16LE(0x0800, 2); // names are UTF-8
    head.writeUInt16LE(DEFLATED, 4);
    head.writeUInt16LE(0, 6);
    head.writeUInt16LE(DATE, 8);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(path.length, 22);

    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), head, path, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, entry, path]));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}
