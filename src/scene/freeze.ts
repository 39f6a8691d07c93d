// A copy that is frozen all the way down, so that neither a scene's readers nor the owner of the file it
// was made from can change it. Minus zero becomes zero, so that a scene survives JSON bit for bit.
// Typed arrays cannot be frozen and are not copied; nobody writes to a scene's.

export function frozenCopy<T>(value: T, copies = new Map<unknown, unknown>()): T {
  if (typeof value === 'number') return (value + 0) as T;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  // What is shared stays shared: a thousand dominoes have one material.
  let copy = copies.get(value);
  if (copy === undefined) {
    copy = Array.isArray(value)
      ? value.map((item) => frozenCopy(item, copies))
      : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, frozenCopy(item, copies)]));
    copies.set(value, Object.freeze(copy));
  }
  return copy as T;
}
