// The surface of a body as contacts see it.

export interface Surface {
  /** Vertices at rest [m], body coordinates. */
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
}
