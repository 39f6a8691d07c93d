// Elements as the solver has them, damping and hidden nodes included: gradient and second derivative against differences.

import { describe, expect, test } from 'vitest';
import type { Air } from '../../../../src/engines/ipc/soft/air.ts';
import { planSoft } from '../../../../src/engines/ipc/soft/plan.ts';
import type { Elements } from '../../../../src/engines/ipc/soft/elements.ts';
import { enterRoom, GRADIENT, HESSIAN, room } from '../../../../src/engines/ipc/soft/room.ts';
import { Random } from '../../../../src/num/index.ts';
import { type DeformableFile, resolveScene } from '../../../../src/scene/index.ts';

const h = 0.01;
const small = 1e-6;

const sheet: DeformableFile = {
  name: 'sheet',
  kind: 'cloth',
  shape: { kind: 'grid', size: [1, 1], cells: [2, 2] },
  thickness: 0.002,
  stretchStiffness: 200,
  bendStiffness: 1e-2,
  stretchDamping: 0.01,
  bendDamping: 0.02,
};

/** Largest errors of gradient and second derivative, in the size of each. */
function errorsOf(elements: Elements, q: Float64Array): [number, number] {
  const { width, nodes, count } = elements;
  const errors: [number, number] = [0, 0];
  const sizes = [0, 0];
  const gradient = (places: Float64Array, e: number): Float64Array => {
    enterRoom();
    elements.gather(e, places);
    elements.writeGradient(e);
    return room.slice(GRADIENT, GRADIENT + 3 * width);
  };
  const energy = (places: Float64Array, e: number): number => {
    enterRoom();
    elements.gather(e, places);
    return elements.energy(e);
  };
  for (let e = 0; e < count; e++) {
    const own = nodes.subarray(width * e, width * (e + 1));
    const slope = gradient(q, e);
    elements.writeHessian(e, false);
    const curve = room.slice(HESSIAN, HESSIAN + 9 * width * width);
    own.forEach((node, n) => {
      // a node that stands twice moves twice
      if (own.indexOf(node) !== own.lastIndexOf(node)) return;
      for (let k = 0; k < 3; k++) {
        const there = q.slice();
        there[3 * node + k] += small;
        const [ahead, up] = [energy(there, e), gradient(there, e)];
        there[3 * node + k] -= 2 * small;
        const [behind, down] = [energy(there, e), gradient(there, e)];
        const i = 3 * n + k;
        errors[0] = Math.max(errors[0], Math.abs((ahead - behind) / (2 * small) - slope[i]));
        sizes[0] = Math.max(sizes[0], Math.abs(slope[i]));
        for (let j = 0; j < 3 * width; j++) {
          const wanted = (up[j] - down[j]) / (2 * small);
          errors[1] = Math.max(errors[1], Math.abs(wanted - curve[3 * width * i + j]));
          sizes[1] = Math.max(sizes[1], Math.abs(wanted));
        }
      }
    });
  }
  // what does not bend has no second derivative
  return [errors[0] / sizes[0], errors[1] / (sizes[1] || sizes[0])];
}

/** Gradient and second derivative of all elements of a deformable, some way from where the step began, are right. */
function expectDerivatives(file: DeformableFile, kind: number, air?: Air): void {
  const { scene } = resolveScene({ name: 'elements', deformables: [file] });
  const plan = planSoft(scene, h, air)[0]!;
  const random = new Random(3, 1);
  const q = new Float64Array(3 * (scene.deformables[0].masses.length + plan.hidden.length));
  q.set(scene.meshes[0].positions);
  for (let k = 0; k < q.length; k++) q[k] += random.between(-0.03, 0.03);
  const before = q.slice();
  for (let k = 0; k < q.length; k++) q[k] += random.between(-0.03, 0.03);
  const elements = plan.elements[kind];
  elements.begin(
    before,
    h,
    q.map(() => random.between(-1, 1)),
  );
  elements.look(q);
  const [slope, curve] = errorsOf(elements, q);
  expect(slope).toBeLessThan(1e-7);
  expect(curve).toBeLessThan(1e-6);
}

/** Widths and numbers of the elements of a deformable. */
function kindsOf(file: DeformableFile): number[][] {
  const { scene } = resolveScene({ name: 'elements', deformables: [file] });
  return planSoft(scene, h)[0]!.elements.map(({ width, count }) => [width, count]);
}

describe('elements of a sheet', () => {
  test('there are membranes and plates', () => {
    expect(kindsOf(sheet)).toEqual([
      [3, 8],
      [9, 8],
    ]);
  });

  test.each([0, 1])('of kind %i say how their energy changes', (kind) => {
    expectDerivatives(sheet, kind);
  });
});

test('strain limits say how their energy changes', () => {
  expectDerivatives({ ...sheet, strainLimit: 1.16 }, 1);
});

test('rubber says how its energy changes, with its damping beside it', () => {
  const rubber: DeformableFile = { ...sheet, material: { poissonRatio: 0.499 } };
  expect(kindsOf(rubber)).toEqual([
    [3, 8],
    [3, 8],
    [9, 8],
  ]);
  for (const kind of [0, 1]) expectDerivatives(rubber, kind);
  expect(kindsOf({ ...rubber, stretchDamping: 0 })).toHaveLength(2);
});

describe('loads', () => {
  const ball: DeformableFile = {
    ...sheet,
    shape: { kind: 'sphere', radius: 0.3, segments: 4 },
    pressure: 1000,
  };
  const air: Air = { velocity: [3, 1, 2], density: 1.2, drag: 1.5, lift: 1.1 };

  test('pressure on closed and open surfaces, and wind say how their energy changes', () => {
    expectDerivatives(ball, 2);
    expectDerivatives({ ...sheet, pressure: -500 }, 2);
    expectDerivatives(sheet, 2, air);
    expectDerivatives({ ...ball, pressure: 0 }, 2, { ...air, lift: 0 });
  });

  test('a gas says by its volume how its energy changes', () => {
    const { scene } = resolveScene({ name: 'gas', deformables: [{ ...ball, gas: { outside: 5000 } }] });
    const gas = planSoft(scene, h)[0]!.elements[2];
    const q = scene.meshes[0].positions.slice();
    gas.begin(q, h, q);
    // twice as wide: an eighth of 6000 Pa inside
    for (let k = 0; k < q.length; k++) q[k] *= 2;
    const along = (s: number): number => gas.energyAt(q.map((x) => x * (1 + s)));
    gas.look(q);
    enterRoom();
    let slope = 0;
    for (let e = 0; e < gas.count; e++) {
      gas.gather(e, q);
      gas.writeGradient(e);
      for (let k = 0; k < 9; k++)
        slope += room[GRADIENT + k] * q[3 * gas.nodes[3 * e + Math.floor(k / 3)] + (k % 3)];
    }
    expect(slope / ((along(small) - along(-small)) / (2 * small))).toBeCloseTo(1, 7);
    expect(slope).toBeGreaterThan(0);
  });
});

describe('elements of a rod', () => {
  const rod: DeformableFile = {
    name: 'rod',
    kind: 'rod',
    shape: {
      kind: 'inline',
      vertices: [
        [0, 0, 0],
        [0.3, 0, 0],
        [0.6, 0.1, 0],
        [0.8, 0.3, 0.1],
        [1, 0.5, 0.4],
        [0.9, 0.8, 0.2],
      ],
      edges: [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
        [4, 5],
      ],
    },
    twist: 1,
    thickness: 0.01,
    stretchStiffness: 200,
    bendStiffness: 0.1,
    twistStiffness: 0.08,
    stretchDamping: 0.01,
    bendDamping: 0.02,
  };

  test('there are segments, and bends between them', () => {
    expect(kindsOf(rod)).toEqual([
      [2, 5],
      [5, 4],
    ]);
  });

  test.each([0, 1])('of kind %i say how their energy changes', (kind) => {
    expectDerivatives(rod, kind);
  });

  test('beside a clamp, too', () => {
    expectDerivatives({ ...rod, pins: [{ vertices: [0, 1] }] }, 1);
  });

  test('without force stay as they are: bent, closed and crossed', () => {
    const loop: DeformableFile = {
      name: 'loop',
      kind: 'rod',
      shape: {
        kind: 'inline',
        vertices: [
          [0, 0, 0],
          [0.3, 0, 0.1],
          [0.4, 0.3, 0],
          [0.1, 0.4, 0.2],
          [0.5, -0.1, 0.3],
        ],
        edges: [
          [0, 1],
          [1, 2],
          [2, 3],
          [3, 0],
          [1, 4],
        ],
      },
      thickness: 0.01,
      bendStiffness: 0.1,
      twistStiffness: 0.08,
    };
    for (const file of [{ ...rod, twist: 0, stretchDamping: 0, bendDamping: 0 }, loop]) {
      const { scene } = resolveScene({ name: 'elements', deformables: [file] });
      const plan = planSoft(scene, h)[0]!;
      const q = new Float64Array(3 * (scene.deformables[0].masses.length + plan.hidden.length));
      q.set(scene.meshes[0].positions);
      for (const elements of plan.elements) {
        elements.begin(q, h, new Float64Array(q.length));
        expect(elements.energyAt(q)).toBeLessThan(1e-24);
      }
    }
  });
});
