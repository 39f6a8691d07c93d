// Small scenes and recordings made by hand, so that what is true of them is known by construction.

import type { Mesh } from '../../src/geometry/index.ts';
import type { Frame, Guarantee, Knots, Turns, VertexKnots } from '../../src/record/index.ts';
import type { Body, Deformable, Scene } from '../../src/scene/index.ts';
import type { MotionSource } from '../../src/verify/source.ts';

export function mesh(
  positions: number[],
  faces: number[] = [],
  wires: number[] = [],
  points: number[] = [],
): Mesh {
  return {
    positions: Float64Array.from(positions),
    faces: Uint32Array.from(faces),
    wires: Uint32Array.from(wires),
    points: Uint32Array.from(points),
  };
}

/** A closed box around the origin; its faces point outwards. */
export function boxMesh(x: number, y: number, z: number): Mesh {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) {
    positions.push(i & 1 ? x / 2 : -x / 2, i & 2 ? y / 2 : -y / 2, i & 4 ? z / 2 : -z / 2);
  }
  const faces = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7,
    5,
  ];
  return mesh(positions, faces);
}

/** A sheet of n × n squares in the plane z = 0, from −size/2 to size/2. */
export function sheetMesh(n: number, size: number): Mesh {
  const positions: number[] = [];
  const faces: number[] = [];
  for (let j = 0; j <= n; j++) {
    for (let i = 0; i <= n; i++) positions.push((i / n - 0.5) * size, (j / n - 0.5) * size, 0);
  }
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      faces.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1);
    }
  }
  return mesh(positions, faces);
}

export const wireMesh = (length: number) => mesh([-length / 2, 0, 0, length / 2, 0, 0], [], [0, 1]);
export const pointMesh = () => mesh([0, 0, 0], [], [], [0]);

export interface Part {
  mesh: Mesh;
  motion?: Body['motion'];
  group?: number;
  path?: Body['path'];
}

export function sceneOf(bodies: Part[], deformables: Part[] = [], more: Partial<Scene> = {}): Scene {
  const scene: Partial<Scene> = {
    name: 'test',
    meshes: [...bodies, ...deformables].map((part) => part.mesh),
    bodies: bodies.map(
      (part, i) =>
        ({
          name: `b${i}`,
          mesh: i,
          motion: part.motion ?? 'dynamic',
          group: part.group ?? -1,
          path: part.path,
        }) as Partial<Body> as Body,
    ),
    deformables: deformables.map(
      (part, i) =>
        ({
          name: `d${i}`,
          mesh: bodies.length + i,
          group: part.group ?? -1,
        }) as Partial<Deformable> as Deformable,
    ),
    joints: [],
    pairs: [],
    ...more,
  };
  return scene as Scene;
}

/** Position, and rotation vector [rad]. */
export function pose(x: number, y: number, z: number, wx = 0, wy = 0, wz = 0): number[] {
  const angle = Math.sqrt(wx * wx + wy * wy + wz * wz);
  const scale = angle > 0 ? Math.sin(angle / 2) / angle : 0;
  return [x, y, z, scale * wx, scale * wy, scale * wz, Math.cos(angle / 2)];
}

export interface Moment {
  poses?: number[][];
  vertices?: ArrayLike<number>;
  /** Knots since the moment before: time and poses. */
  knots?: { time: number; poses: number[][] }[];
  turns?: { vertex: number; time: number; at: [number, number, number] }[];
  vertexKnots?: { deformable: number; times: number[]; positions: ArrayLike<number> }[];
  stray?: number;
  time?: number;
  /** Bodies that are not there since the moment before. */
  absent?: number[];
}

/** The first vertex of each deformable among those of all. */
function deformableStarts({ deformables, meshes }: Scene): number[] {
  let first = 0;
  return deformables.map(({ mesh: own }) => {
    const start = first;
    first += meshes[own].positions.length / 3;
    return start;
  });
}

export const NEVER: Guarantee = { kind: 'never intersects' };

/** One moment a frame, at times 0, 1, 2, … unless they say otherwise. */
export function recordingOf(scene: Scene, moments: Moment[], promise: Guarantee = NEVER): MotionSource {
  const frames = moments.map(
    (moment, i): Frame => ({
      time: moment.time ?? i,
      poses: Float64Array.from((moment.poses ?? []).flat()),
      velocities: new Float64Array(6 * scene.bodies.length),
      vertices: Float64Array.from(moment.vertices ?? []),
      ...(moment.absent ? { absent: Uint32Array.from(moment.absent) } : {}),
    }),
  );
  return {
    scene,
    promise,
    frameCount: frames.length,
    frame: async (i) => frames[i],
    path: async (i): Promise<Knots> => ({
      times: Float64Array.from((moments[i].knots ?? []).map((knot) => knot.time)),
      poses: Float64Array.from((moments[i].knots ?? []).flatMap((knot) => knot.poses.flat())),
    }),
    turns: async (i): Promise<Turns> => ({
      vertices: Uint32Array.from((moments[i].turns ?? []).map((turn) => turn.vertex)),
      times: Float64Array.from((moments[i].turns ?? []).map((turn) => turn.time)),
      positions: Float64Array.from((moments[i].turns ?? []).flatMap((turn) => turn.at)),
    }),
    vertexKnots: async (i): Promise<VertexKnots[]> =>
      (moments[i].vertexKnots ?? []).map(({ deformable, times, positions }) => ({
        deformable,
        firstVertex: deformableStarts(scene)[deformable],
        times: Float64Array.from(times),
        positions: Float64Array.from(positions),
      })),
    stray: async (i) => moments[i].stray ?? Number.POSITIVE_INFINITY,
  };
}
