// What a click in a list makes of a selection.

/**
 * @param rows    what is listed, in order
 * @param anchor  where a range begins: what was clicked last
 */
export function nextSelection(
  before: readonly number[],
  rows: readonly number[],
  index: number,
  anchor: number,
  how: 'only' | 'toggle' | 'range',
): number[] {
  if (how === 'toggle')
    return before.includes(index) ? before.filter((one) => one !== index) : [...before, index];
  const from = rows.indexOf(anchor);
  const to = rows.indexOf(index);
  if (how === 'only' || from < 0 || to < 0) return [index];
  const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  // The one that was clicked comes last: lists show it.
  return [...range.filter((one) => one !== index), index];
}
