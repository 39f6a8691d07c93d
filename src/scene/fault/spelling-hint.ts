// "Did you mean …": the known word closest to one that was written.
//
// Distance counts insertions, deletions, substitutions and swaps of neighbours (Damerau–Levenshtein,
// restricted form), ignoring case, underscores and hyphens, since `linear_velocity` for `linearVelocity`
// is no mistake of spelling.

/** The nearest of the known words, or undefined where none is near enough to be meant. */
export function nearestSpelling(word: string, known: readonly string[]): string | undefined {
  const wanted = plain(word).slice(0, 64);
  let best: string | undefined;
  // A word of three letters may have one wrong, one of five two, a long one three.
  let bestDistance = Math.min(3, Math.floor((wanted.length + 1) / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, plain(candidate));
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  // Otherwise a known word inside it: `linear_velocity` for `velocity`.
  return best ?? known.find((candidate) => candidate.length >= 4 && wanted.includes(plain(candidate)));
}

/** A remedy: the nearest word, and otherwise all there are (while they are few). */
export function spellingHint(word: string, known: readonly string[]): string {
  const near = nearestSpelling(word, known);
  if (near !== undefined) return `did you mean "${near}"?`;
  if (known.length === 0) return 'remove it';
  if (known.length <= 24) return `use one of ${known.join(', ')}`;
  return `use one of ${known.slice(0, 24).join(', ')}, …`;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[_\-\s]/g, '');
}

export function editDistance(a: string, b: string): number {
  if (a === b) return 0;
  const width = b.length + 1;
  let beforePrevious = new Array<number>(width).fill(0);
  let previous = Array.from({ length: width }, (_, j) => j);
  let row = new Array<number>(width).fill(0);
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], beforePrevious[j - 2] + 1);
      }
    }
    [beforePrevious, previous, row] = [previous, row, beforePrevious];
  }
  return previous[b.length];
}
