// CRC-32 as ZIP uses it: polynomial 0x04C11DB7 reflected to 0xEDB88320, initial value and
// final complement all ones. Four bytes at a time ("slicing by four"): table k holds the
// effect of a byte followed by k zero bytes.

const TABLES = makeTables();

function makeTables(): Uint32Array {
  const tables = new Uint32Array(4 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    tables[byte] = value;
  }
  for (let byte = 0; byte < 256; byte++) {
    for (let k = 1; k < 4; k++) {
      const before = tables[256 * (k - 1) + byte];
      tables[256 * k + byte] = (before >>> 8) ^ tables[before & 255];
    }
  }
  return tables;
}

/** The checksum of `bytes`, continued from an earlier part's checksum (0 for none). */
export function crc32(bytes: Uint8Array, earlier = 0): number {
  let crc = ~earlier;
  const end = bytes.length;
  const endOfFours = end - (end % 4);
  let at = 0;
  for (; at < endOfFours; at += 4) {
    crc ^= bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    crc =
      TABLES[768 + (crc & 255)] ^
      TABLES[512 + ((crc >>> 8) & 255)] ^
      TABLES[256 + ((crc >>> 16) & 255)] ^
      TABLES[crc >>> 24];
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ TABLES[(crc ^ bytes[at]) & 255];
  return ~crc >>> 0;
}
