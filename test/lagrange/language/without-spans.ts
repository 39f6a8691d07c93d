// A tree without its places in the text, to compare what was read with what was built.

export function withoutSpans(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSpans);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'span' && key !== 'text')
      .map(([key, inner]) => [key, withoutSpans(inner)]),
  );
}
