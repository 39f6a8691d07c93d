// What a benchmark asks of an engine of others: boxes on a floor within four walls, steps, poses.

export interface PileOfBoxes {
  /** Edge of every box [m]. */
  readonly size: number;
  /** Centres, xyz each, y up. */
  readonly centres: readonly (readonly [number, number, number])[];
  /** Half the width of the walled floor [m]. */
  readonly room: number;
  readonly friction: number;
  readonly timeStep: number;
}

export interface Peer {
  readonly name: string;
  step(): void;
  /** Seven numbers a box: position, orientation x y z w. */
  readPoses(out: Float64Array): void;
}

/** Floor and walls as boxes: half sizes and centres. */
export function shell(room: number): { half: [number, number, number]; at: [number, number, number] }[] {
  const t = 0.5;
  const high = 50;
  return [
    { half: [room + 2 * t, t, room + 2 * t], at: [0, -t, 0] },
    { half: [t, high, room + t], at: [-room - t, high, 0] },
    { half: [t, high, room + t], at: [room + t, high, 0] },
    { half: [room + t, high, t], at: [0, high, -room - t] },
    { half: [room + t, high, t], at: [0, high, room + t] },
  ];
}
