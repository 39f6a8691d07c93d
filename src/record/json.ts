// JSON that loses no bit of a finite number: JSON.stringify writes −0 as 0, although the format has −0.

/** @param sorted  keys of every object in order, so that equal values are equal text */
export function jsonText(value: unknown, sorted = false): string {
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item, sorted)).join(',')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (sorted) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item, sorted)}`).join(',')}}`;
}
