import { cos, sin } from '../../num/elementary/index.ts';
import { type Mesh, makeMesh } from '../mesh.ts';
import { count, definePrimitive, length } from './define.ts';
import { lathe } from './lathe.ts';

export const sphere = definePrimitive(
  'sphere',
  'a sphere about the origin, its vertices on the true sphere',
  {
    radius: length(0.5, 'radius'),
    style: {
      kind: 'choice',
      default: 'icosphere',
      choices: ['icosphere', 'uv'],
      doc: 'a subdivided icosahedron (even triangles) or meridians and parallels about z',
    },
    subdivisions: count(3, 0, 7, 'icosphere: how often each triangle is split in four'),
    segments: count(32, 3, 1024, 'uv: meridians; there are half as many bands'),
  },
  ({ radius, style, subdivisions, segments }) =>
    style === 'uv' ? uvSphere(radius, segments) : icosphere(radius, subdivisions),
  ({ style, subdivisions, segments }) =>
    style === 'uv' ? 2 + segments * (bandsOf(segments) - 1) : 2 + 10 * (1 << (2 * subdivisions)),
);

function bandsOf(segments: number): number {
  return Math.max(2, Math.round(segments / 2));
}

function uvSphere(radius: number, segments: number): Mesh {
  const bands = bandsOf(segments);
  const profile: number[] = [];
  for (let b = 0; b <= bands; b++) {
    const angle = (Math.PI * b) / bands;
    const end = b === 0 || b === bands;
    profile.push(end ? 0 : radius * sin(angle), b === 0 ? -radius : end ? radius : -radius * cos(angle));
  }
  return lathe(profile, segments);
}

function icosphere(radius: number, subdivisions: number): Mesh {
  const golden = (1 + Math.sqrt(5)) / 2;
  const positions: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < 4; i++) {
      const corner = [0, 0, 0];
      corner[(axis + 1) % 3] = i & 1 ? 1 : -1;
      corner[(axis + 2) % 3] = i & 2 ? golden : -golden;
      positions.push(...corner);
    }
  }
  let faces: number[] = ICOSAHEDRON_FACES;
  for (let s = 0; s < subdivisions; s++) faces = splitInFour(positions, faces);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    const scale = radius / Math.sqrt(x * x + y * y + z * z);
    positions[i] = x * scale;
    positions[i + 1] = y * scale;
    positions[i + 2] = z * scale;
  }
  return makeMesh(positions, faces);
}

/** Adds the midpoint of every edge, pushed out to the radius of the icosahedron. */
function splitInFour(positions: number[], faces: readonly number[]): number[] {
  const middles = new Map<number, number>();
  const vertices = positions.length / 3;
  const radius = Math.sqrt(
    positions[0] * positions[0] + positions[1] * positions[1] + positions[2] * positions[2],
  );
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * vertices + Math.max(a, b);
    let m = middles.get(key);
    if (m === undefined) {
      m = positions.length / 3;
      middles.set(key, m);
      const x = positions[3 * a] + positions[3 * b];
      const y = positions[3 * a + 1] + positions[3 * b + 1];
      const z = positions[3 * a + 2] + positions[3 * b + 2];
      const scale = radius / Math.sqrt(x * x + y * y + z * z);
      positions.push(x * scale, y * scale, z * scale);
    }
    return m;
  };
  const split: number[] = [];
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [faces[f], faces[f + 1], faces[f + 2]];
    const ab = middle(a, b);
    const bc = middle(b, c);
    const ca = middle(c, a);
    split.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
  }
  return split;
}

const ICOSAHEDRON_FACES = [
  0, 4, 1, 0, 1, 6, 0, 8, 4, 0, 6, 9, 0, 9, 8, 1, 4, 10, 1, 11, 6, 1, 10, 11, 2, 3, 5, 2, 7, 3, 2, 5, 8, 2, 9,
  7, 2, 8, 9, 3, 10, 5, 3, 7, 11, 3, 11, 10, 4, 8, 5, 4, 5, 10, 6, 7, 9, 6, 11, 7,
];
