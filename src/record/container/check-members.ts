// A checksum of which members there are: names in a ZIP have none, and a member that is called otherwise is one that is
// missing without being missed.

import { crc32 } from './crc32.ts';
import type { Member } from './zip.ts';

export function checkOf(members: readonly Member[]): number {
  const lines = members.map(({ name, size, crc }) => `${name} ${size} ${crc}\n`);
  return crc32(new TextEncoder().encode(lines.join('')));
}
