import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BESIDE, PARALLEL, waitOfEdges } from '../../../../src/engines/modal/collide/edge-waits.ts';
import { CLOSEST_SIZE, edgeEdgeClosest } from '../../../../src/geometry/distance/index.ts';
import { quaternionFromRotationVector, Random, rotateByQuaternion } from '../../../../src/num/index.ts';

const GAP = 1e-3;
const MOST = 0.2;

/** As the collider sees it: both edges nearest at their insides, the normal between the faces of both, and no gap. */
function isContact(x: Float64Array): boolean {
  const record = new Float64Array(CLOSEST_SIZE);
  if (edgeEdgeClosest(record, 0, x, 0, 3, 6, 9) !== 8) return false;
  const way = (from: number, to: number): number[] => [0, 1, 2].map((k) => x[to + k] - x[from + k]);
  const dot = (p: number[], q: number[]): number => p.reduce((sum, one, k) => sum + one * q[k], 0);
  const [a, b] = [way(0, 3), way(6, 9)];
  const n = [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
  const length = Math.sqrt(dot(n, n));
  if (!(dot(n, n) > PARALLEL * dot(a, a) * dot(b, b))) return false;
  return [1, -1].some((sign) => {
    const normal = n.map((one) => (sign * one) / length);
    const leads = (from: number, to: number): number => {
      const d = way(from, to);
      return dot(d, normal) / Math.sqrt(dot(d, d));
    };
    const gap = dot([record[4], record[5], record[6]], normal);
    return (
      gap < GAP &&
      leads(6, 18) <= BESIDE &&
      leads(6, 21) <= BESIDE &&
      leads(0, 12) >= -BESIDE &&
      leads(0, 15) >= -BESIDE
    );
  });
}

test('edges are no contact before they have moved as far as they have to', () => {
  let [waited, touched] = [0, 0];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const random = new Random(seed);
      const x = Float64Array.from({ length: 24 }, () => random.between(-1, 1));
      // edges across each other and not far apart, so that many are nearly contacts
      for (let k = 2; k < 12; k += 3) x[k] *= 0.1;
      const record = new Float64Array(CLOSEST_SIZE);
      edgeEdgeClosest(record, 0, x, 6, 9, 0, 3);
      const wait = waitOfEdges(x, record, 4, GAP, Infinity, MOST);
      if (isContact(x)) {
        touched++;
        expect(wait).toBeLessThanOrEqual(0);
      }
      if (wait <= 0) return;
      waited++;
      for (let i = 0; i < 40; i++) {
        // what one body moves and bends, the other has left
        const share = random.between(0, 1);
        const moved = x.map((one, k) => {
          const part = k % 12 < 6 ? share : 1 - share;
          return one + (part * wait * random.between(-1, 1)) / Math.sqrt(3);
        });
        expect(isContact(moved)).toBe(false);
      }
    }),
    { numRuns: 1000 },
  );
  expect(waited).toBeGreaterThan(300);
  expect(touched).toBeGreaterThan(3);
});

test('the same of rigid bodies, which only shift and turn', () => {
  const radius = 3;
  let [waited, parallel] = [0, 0];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.boolean(), (seed, isParallel) => {
      const random = new Random(seed);
      const x = Float64Array.from({ length: 24 }, () => random.between(-1, 1));
      for (let k = 2; k < 12; k += 3) x[k] *= 0.1;
      if (isParallel)
        for (let k = 0; k < 3; k++) x[9 + k] = x[6 + k] + x[3 + k] - x[k] + 0.004 * random.between(-1, 1);
      const record = new Float64Array(CLOSEST_SIZE);
      edgeEdgeClosest(record, 0, x, 6, 9, 0, 3);
      const wait = waitOfEdges(x, record, 4, GAP, 1 / radius, MOST);
      if (isContact(x)) expect(wait).toBeLessThanOrEqual(0);
      if (wait <= 0) return;
      waited++;
      if (isParallel && wait > 0.005) parallel++;
      for (let i = 0; i < 40; i++) {
        const share = random.between(0, 1);
        const vector = (length: number): number[] => {
          const v = [random.normal(), random.normal(), random.normal()];
          const size = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
          return v.map((one) => (one * length) / size);
        };
        const turn = new Float64Array(7);
        turn.set(vector((share * wait) / radius));
        quaternionFromRotationVector(turn, 3, turn, 0);
        const shift = vector((1 - share) * wait);
        const moved = x.slice();
        // points of the one body only
        for (const p of [0, 3, 12, 15]) {
          rotateByQuaternion(moved, p, turn, 3, x, p);
          for (let k = 0; k < 3; k++) moved[p + k] += shift[k];
        }
        expect(isContact(moved)).toBe(false);
      }
    }),
    { numRuns: 1000 },
  );
  expect(waited).toBeGreaterThan(300);
  expect(parallel).toBeGreaterThan(30);
});
