// Gaps of random pairs at random poses, near contact, against an independent oracle (oracle.ts).

import { describe, expect, test } from 'vitest';
import { buildCollider, findContacts } from '../../../../src/engines/lcp/collide/collider.ts';
import { ContactSet } from '../../../../src/engines/lcp/collide/contact-set.ts';
import { convexHull } from '../../../../src/geometry/surface/index.ts';
import { Random } from '../../../../src/num/index.ts';
import {
  type BodyFile,
  box,
  capsule,
  cylinder,
  mesh,
  primitive,
  sphere,
} from '../../../../src/scene/index.ts';
import { hullGap, worldPoints } from './oracle.ts';
import { contactsOf, posesOf, sceneOf, tell } from './scenes.ts';

const marginFactor = 0.2;

/** A body, the points whose hull it is, and how much thicker it is than that. */
interface Sample {
  readonly body: BodyFile;
  readonly points?: Float64Array;
  readonly thickness: number;
}

function randomHull(random: Random): Sample {
  const count = 6 + random.integer(10);
  const points = Float64Array.from({ length: 3 * count }, () => random.between(-0.5, 0.5));
  return { body: mesh(convexHull(points)!), thickness: 0 };
}

const makers: Record<string, (random: Random) => Sample> = {
  box: (random) => ({
    body: box({ size: [random.between(0.3, 1), random.between(0.3, 1), random.between(0.3, 1)] }),
    thickness: 0,
  }),
  hull: randomHull,
  tetrahedron: () => ({ body: primitive('tetrahedron', {}), thickness: 0 }),
  sphere: (random) => {
    const radius = random.between(0.2, 0.6);
    return { body: sphere({ radius }), points: Float64Array.of(0, 0, 0), thickness: radius };
  },
  capsule: (random) => {
    const radius = random.between(0.1, 0.3);
    const length = random.between(0.3, 1);
    return {
      body: capsule({ radius, length, axis: 'z' }),
      points: Float64Array.of(0, 0, -length / 2, 0, 0, length / 2),
      thickness: radius,
    };
  },
};

/** Moves the second body along a random direction until the bodies are `gap` apart; the poses. */
function posed(random: Random, gapAt: (poses: Float64Array) => number, gap: number): Float64Array {
  const poses = new Float64Array(14);
  random.rotation(poses, 3);
  random.rotation(poses, 10);
  const direction = [random.normal(), random.normal(), random.normal()];
  const length = Math.sqrt(direction.reduce((sum, x) => sum + x * x, 0));
  let low = 0;
  let high = 3;
  for (let i = 0; i < 40; i++) {
    const middle = 0.5 * (low + high);
    for (let k = 0; k < 3; k++) poses[7 + k] = (middle * direction[k]) / length;
    if (gapAt(poses) < gap) low = middle;
    else high = middle;
  }
  return poses;
}

const kinds = Object.keys(makers);
const pairs = kinds.flatMap((one, i) => kinds.slice(i).map((two) => [one, two] as const));

describe.each(pairs)('%s and %s', (one, two) => {
  test('have the gap that they are apart, or overlap by', () => {
    const random = new Random(7, kinds.indexOf(one) * 10 + kinds.indexOf(two));
    for (let round = 0; round < 25; round++) {
      const a = makers[one](random);
      const b = makers[two](random);
      const scene = sceneOf([a.body, b.body]);
      const collider = buildCollider(scene, marginFactor);
      const points = [a, b].map((s, i) => s.points ?? scene.meshes[scene.bodies[i].mesh].positions);
      const thickness = a.thickness + b.thickness;
      const gapAt = (poses: Float64Array) => {
        const p = worldPoints(points[0], poses, 0);
        const q = worldPoints(points[1], poses, 1);
        return pointsGap(p, q) - thickness;
      };
      const margin = Math.min(collider.margins[0], collider.margins[1]);
      const poses = posed(random, gapAt, random.between(-0.4, 1.2) * margin);
      const exact = gapAt(poses);
      const set = new ContactSet();
      findContacts(collider, poses, set);
      const told = tell(set);
      if (exact > margin) {
        expect(told).toEqual([]);
        continue;
      }
      const least = told.reduce((best, c) => (c.gap < best.gap ? c : best), told[0]);
      expect(least?.gap).toBeCloseTo(exact, 5);
      for (const { normal, gap } of told) {
        expect(normal.reduce((sum, x) => sum + x * x, 0)).toBeCloseTo(1, 12);
        expect(gap).toBeLessThanOrEqual(margin);
      }

      // Apart along the normal of the least gap, the gap grows as fast.
      const step = 1e-4 * margin;
      const moved = poses.slice();
      for (let k = 0; k < 3; k++) moved[k] += step * least.normal[k];
      findContacts(collider, moved, set);
      if (exact < margin - 2 * step)
        expect((Math.min(...set.gaps.subarray(0, set.count)) - least.gap) / step).toBeCloseTo(1, 2);
    }
  });
});

/** Of points, segments and solids. */
function pointsGap(p: Float64Array, q: Float64Array): number {
  if (p.length > 6 || q.length > 6) return hullGap(p, q);
  const grown = [p, q].map((x) => (x.length === 3 ? Float64Array.of(...x, ...x) : x));
  return segmentGap(grown[0], grown[1]);
}

/** Of two segments, by golden sections in one place of the nearest point in the other. */
function segmentGap(p: Float64Array, q: Float64Array): number {
  const at = (s: number) => {
    const c = [0, 1, 2].map((k) => p[k] + s * (p[3 + k] - p[k]));
    const u = [0, 1, 2].map((k) => q[3 + k] - q[k]);
    const uu = u.reduce((sum, x) => sum + x * x, 0);
    const t = uu > 0 ? Math.min(1, Math.max(0, u.reduce((sum, x, k) => sum + x * (c[k] - q[k]), 0) / uu)) : 0;
    return Math.sqrt(c.reduce((sum, x, k) => sum + (x - q[k] - t * u[k]) ** 2, 0));
  };
  let low = 0;
  let high = 1;
  for (let i = 0; i < 100; i++) {
    const a = low + (high - low) / 3;
    const b = high - (high - low) / 3;
    if (at(a) < at(b)) high = b;
    else low = a;
  }
  return Math.min(at(0), at(1), at(0.5 * (low + high)));
}

describe('a cylinder', () => {
  test.each(['box', 'hull', 'cylinder', 'capsule', 'sphere'])(
    'and a %s are as far apart as fine prisms',
    (kind) => {
      const random = new Random(11, kind.length);
      const round = (radius: number, length: number) => {
        const points: number[] = [];
        for (let i = 0; i < 48; i++)
          for (const z of [-0.5, 0.5])
            points.push(
              radius * Math.cos((i * Math.PI) / 24),
              radius * Math.sin((i * Math.PI) / 24),
              z * length,
            );
        return Float64Array.from(points);
      };
      const rod = (): Sample => {
        const radius = random.between(0.15, 0.4);
        const length = random.between(0.3, 0.8);
        return { body: cylinder({ radius, length, axis: 'z' }), points: round(radius, length), thickness: 0 };
      };
      for (let trial = 0; trial < (kind === 'cylinder' ? 3 : 12); trial++) {
        const a = rod();
        const b = kind === 'cylinder' ? rod() : makers[kind](random);
        const scene = sceneOf([a.body, b.body]);
        const collider = buildCollider(scene, marginFactor);
        const points = [a, b].map((s, i) => s.points ?? scene.meshes[scene.bodies[i].mesh].positions);
        const gapAt = (poses: Float64Array) => {
          const p = worldPoints(points[0], poses, 0);
          const q = worldPoints(points[1], poses, 1);
          return hullGap(p, q) - b.thickness;
        };
        const margin = Math.min(collider.margins[0], collider.margins[1]);
        const poses = coarselyPosed(random, gapAt, random.between(-0.3, 0.9) * margin);
        const exact = gapAt(poses);
        const set = new ContactSet();
        findContacts(collider, poses, set);
        const least = Math.min(...set.gaps.subarray(0, set.count));
        // The prism of the oracle is inscribed by 0.2% of the radius, that of the engine's rim circumscribed by 0.12%.
        expect(Math.abs(least - exact)).toBeLessThan(0.0025);
      }
    },
  );

  function coarselyPosed(random: Random, gapAt: (poses: Float64Array) => number, gap: number): Float64Array {
    const poses = new Float64Array(14);
    random.rotation(poses, 3);
    random.rotation(poses, 10);
    const direction = [random.normal(), random.normal(), random.normal()];
    const length = Math.sqrt(direction.reduce((sum, x) => sum + x * x, 0));
    // Secants on a function that is convex outside.
    let far = 1.2;
    for (let i = 0; i < 6; i++) {
      for (let k = 0; k < 3; k++) poses[7 + k] = (far * direction[k]) / length;
      far -= gapAt(poses) - gap;
    }
    return poses;
  }

  test('rolls on a plane with the same two contacts all the time', () => {
    const scene = sceneOf([
      { shape: { kind: 'plane' }, motion: 'static' },
      { ...cylinder({ radius: 0.1, length: 1, axis: 'x' }), position: [0, 0, 0.1] },
    ]);
    const first = contactsOf(scene);
    expect(first.map((c) => [c.featureA, c.point[0]])).toEqual([
      [0, 0.5],
      [16, -0.5],
    ]);
    for (const angle of [0.1, 0.77, 2.3, 4]) {
      const poses = posesOf(scene);
      poses.set([Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)], 10);
      const told = contactsOf(scene, poses);
      expect(told.map((c) => c.featureA)).toEqual([0, 16]);
      told.forEach((c, i) => {
        for (let k = 0; k < 3; k++) expect(c.point[k]).toBeCloseTo(first[i].point[k], 12);
      });
    }
  });

  test('stands on four points, and tilted on one', () => {
    const scene = sceneOf([
      { shape: { kind: 'plane' }, motion: 'static' },
      { ...cylinder({ radius: 0.1, length: 0.3, axis: 'z' }), position: [0, 0, 0.15] },
    ]);
    expect(contactsOf(scene)).toHaveLength(4);
    const poses = posesOf(scene);
    poses.set([Math.sin(0.1), 0, 0, Math.cos(0.1)], 10);
    poses[9] = 0.15 * Math.cos(0.2) + 0.1 * Math.sin(0.2);
    const [only, ...none] = contactsOf(scene, poses);
    expect(none).toEqual([]);
    expect(only.gap).toBeCloseTo(0, 14);
  });
});
