// Small cases side by side in one scene: they never meet, so each runs as an island of its own.

import { type BodyFile, defineScene, floor, type SceneFile } from '../../../src/scene/index.ts';

type Triple = [number, number, number];

const spacing = 2; // [m]

/** A body of a case, its position [m] given from the middle of the case's own place on the floor. */
export type Placed = BodyFile & { readonly position: Triple };

/** Bodies are called "case body"; what is static stands as given, a floor lies below all at z = 0. */
export function row(
  name: string,
  cases: Readonly<Record<string, readonly Placed[]>>,
  friction: number,
): SceneFile {
  const bodies: BodyFile[] = [];
  Object.entries(cases).forEach(([caseName, members], i) => {
    for (const member of members) {
      const [x, y, z] = member.position;
      bodies.push({
        friction,
        ...member,
        name: `${caseName} ${member.name}`,
        position: [x + spacing * i, y, z],
      });
    }
  });
  const width = spacing * (Object.keys(cases).length + 3);
  return defineScene({
    name,
    engine: 'ipc',
    up: 'z',
    duration: 2,
    frameRateHz: 50,
    bodies: [floor({ size: [2 * width, 2 * width], friction }), ...bodies],
  });
}
