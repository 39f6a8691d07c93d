// Numbers as people say them.

/** [s], for something that has not happened yet. */
export function roughly(seconds: number): string {
  if (seconds < 1) return 'under 1 s';
  if (seconds < 90) return `${seconds < 10 ? Math.round(seconds) : 5 * Math.round(seconds / 5)} s`;
  const minutes = seconds / 60;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  return `${Math.round(minutes / 60)} h`;
}

export function bytes(value: number): string {
  if (value < 1e3) return `${value} B`;
  if (value < 1e6) return `${short(value / 1e3)} kB`;
  if (value < 1e9) return `${short(value / 1e6)} MB`;
  return `${short(value / 1e9)} GB`;
}

/** [m] in the unit that reads best. */
export function metres(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return 'none';
  if (size === 0) return '0 m';
  if (size < 1e-6) return `${short(value * 1e9)} nm`;
  if (size < 1e-3) return `${short(value * 1e6)} µm`;
  if (size < 0.1) return `${short(value * 1e3)} mm`;
  return `${short(value)} m`;
}

/** Three digits, without trailing zeros. */
export function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

export function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}

/** What a scene holds: bodies, and what deforms by its kind. */
export function sayParts(scene: {
  readonly bodies: readonly unknown[];
  readonly deformables: readonly { readonly kind: string }[];
}): string {
  const counts = new Map<string, number>();
  for (const { kind } of scene.deformables) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const soft = [...counts].map(([kind, count]) => (kind === 'particles' ? kind : plural(count, kind)));
  const { length } = scene.bodies;
  return [...(length > 0 || soft.length === 0 ? [plural(length, 'body', 'bodies')] : []), ...soft].join(', ');
}

/** @param when milliseconds since 1970 */
export function ago(when: number, now = Date.now()): string {
  const past = (now - when) / 1000;
  if (past < 60) return 'just now';
  if (past < 3600) return `${Math.round(past / 60)} min ago`;
  if (past < 86_400) return `${Math.round(past / 3600)} h ago`;
  return new Date(when).toLocaleDateString();
}
