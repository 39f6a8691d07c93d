// How far a body comes by a motion (u, ω).

/** How far any point of a body of this radius can move by (u, ω) at direction[at…at+5] [m]. */
export function reachOf(direction: Float64Array, at: number, radius: number): number {
  return lengthAt(direction, at) + radius * lengthAt(direction, at + 3);
}

/** Length of the vector at v[at…at+2]. */
export function lengthAt(v: Float64Array, at: number): number {
  const x = v[at];
  const y = v[at + 1];
  const z = v[at + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
