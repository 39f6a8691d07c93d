// Fewer points that look the same: of each stretch the lowest and the highest value of every line are kept, so that no
// spike is lost.

/** Points up to which everything is drawn. */
const ALL = 4000;

/**
 * The indices to draw, in order: all of them up to `most`, else the extremes of about most / (2 × lines) stretches.
 * @param lines  of `count` values at least
 */
export function indicesToDraw(count: number, lines: readonly ArrayLike<number>[], most = ALL): Uint32Array {
  if (count <= most || lines.length === 0) return Uint32Array.from({ length: count }, (_, i) => i);
  const stretches = Math.max(1, Math.floor(most / (2 * lines.length)));
  const chosen = new Set<number>([0, count - 1]);
  for (let s = 0; s < stretches; s++) {
    const from = Math.floor((s * count) / stretches);
    const until = Math.floor(((s + 1) * count) / stretches);
    for (const line of lines) {
      let low = from;
      let high = from;
      for (let i = from + 1; i < until; i++) {
        if (line[i] < line[low]) low = i;
        if (line[i] > line[high]) high = i;
      }
      chosen.add(low);
      chosen.add(high);
    }
  }
  return Uint32Array.from(chosen).sort();
}
