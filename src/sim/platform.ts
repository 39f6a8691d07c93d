// Where this runs: in Node, or in a page or one of its workers.

/** Also true in what takes Node's place. */
export const isNode = typeof process !== 'undefined' && typeof process.versions?.node === 'string';

/** For the head of a recording. */
export function platformName(): string {
  if (isNode) return `node ${process.versions.node} ${process.platform} ${process.arch}`;
  return globalThis.navigator?.userAgent ?? 'unknown';
}
