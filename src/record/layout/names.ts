// What the members of a recording are called.

export const INDEX = 'index.json';

export function memberName(stream: string, chunk: number): string {
  return `${stream}/${chunkName(chunk)}.npy`;
}

export function commitName(chunk: number): string {
  return `commit/${chunkName(chunk)}.json`;
}

export function snapshotPrefix(chunk: number): string {
  return `snapshot/${chunkName(chunk)}/`;
}

export function isSnapshotName(name: string): boolean {
  return name.startsWith('snapshot/');
}

/** Names of a state's arrays become names of members; none may mean something to JavaScript itself. */
export function isStateName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(name);
}

export function sceneArrayName(number: number): string {
  return `scene/${number}.npy`;
}

/** The chunk that a member belongs to by its name; undefined for what is said once. */
export function chunkOfName(name: string): number | undefined {
  const number = /\/(\d{8,})(?:\.npy|\.json|\/[^/]*)$/.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}

function chunkName(chunk: number): string {
  return String(chunk).padStart(8, '0');
}
