// What every primitive promises: closed, turned outward, no flat faces, no doubled vertices, no
// crossing faces, for random parameters as well as for the defaults.

import { describe, expect, test } from 'vitest';
import { closednessOf } from '../../../src/geometry/surface/closedness.ts';
import { massProperties, signedVolume } from '../../../src/geometry/mass.ts';
import { type Mesh, meshBounds, vertexCount } from '../../../src/geometry/mesh.ts';
import { MeshError } from '../../../src/geometry/mesh-error.ts';
import type { Parameter, Primitive } from '../../../src/geometry/primitives/define.ts';
import { primitives } from '../../../src/geometry/primitives/index.ts';
import { weldMesh } from '../../../src/geometry/surface/weld.ts';
import { Random } from '../../../src/num/index.ts';
import { meetsItself } from './meets.ts';

/** What is open on purpose. */
const WIRES = new Set(['chain-link-wire']);

/** Near the default by up to a factor of two, mostly: sizes far apart give shapes that make no sense. */
function randomValue(random: Random, parameter: Parameter): unknown {
  switch (parameter.kind) {
    case 'choice':
      return parameter.choices[random.integer(parameter.choices.length)];
    case 'text':
      return Array.from({ length: 1 + random.integer(4) }, () =>
        String.fromCharCode(33 + random.integer(94)),
      ).join('');
    case 'outline':
      return parameter.default.map((point) => point.map((x) => x * random.between(0.7, 1.3)));
    case 'outlines':
      return [];
    case 'vec3':
      return parameter.default.map((x) => x * random.between(0.01, 3));
    case 'integer': {
      const low = Math.max(parameter.min, Math.floor(parameter.default / 2));
      return low + random.integer(Math.min(parameter.max, Math.ceil(parameter.default * 1.5)) - low + 1);
    }
    default:
      return Math.min(parameter.max, Math.max(parameter.min, parameter.default * random.between(0.5, 2)));
  }
}

function expectSolid(mesh: Mesh): void {
  expect(closednessOf(mesh)).toMatchObject({
    rimEdges: 0,
    nonManifoldEdges: 0,
    flippedEdges: 0,
    closed: true,
  });
  expect(signedVolume(mesh)).toBeGreaterThan(0);
  const used = new Set([...mesh.faces, ...mesh.wires, ...mesh.points]);
  expect(used.size).toBe(vertexCount(mesh));
  const bounds = meshBounds(mesh);
  const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  expect(weldMesh(mesh, 1e-9 * size).joined).toBe(0);
  expect(flattest(mesh)).toBeGreaterThan(1e-7);
  if (mesh.faces.length < 30_000) expect(meetsItself(mesh)).toBeUndefined();
}

/** The smallest height of a face over its longest side. */
function flattest(mesh: Mesh): number {
  let least = Infinity;
  const at = (v: number) => [0, 1, 2].map((k) => mesh.positions[3 * v + k]);
  for (let f = 0; f < mesh.faces.length; f += 3) {
    const [a, b, c] = [at(mesh.faces[f]), at(mesh.faces[f + 1]), at(mesh.faces[f + 2])];
    const sub = (p: number[], q: number[]) => p.map((x, k) => x - q[k]);
    const [u, v] = [sub(b, a), sub(c, a)];
    const area = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
    const longest = Math.max(Math.hypot(...u), Math.hypot(...v), Math.hypot(...sub(c, b)));
    least = Math.min(least, area / (longest * longest));
  }
  return least;
}

const open = (primitive: Primitive, values: Record<string, unknown>) =>
  WIRES.has(primitive.name) || (primitive.name === 'plane' && (values['thickness'] ?? 0) === 0);

describe.each(primitives.map((p) => [p.name, p] as const))('%s', (_, primitive) => {
  test('is sound with its defaults', () => {
    const mesh = primitive.make();
    expect(primitive.countVertices()).toBe(vertexCount(mesh));
    if (open(primitive, {})) expect(massProperties(mesh, { density: 1 }).mass).toBeGreaterThan(0);
    else expectSolid(mesh);
  });

  test('is sound, or refused with a reason, with random parameters', () => {
    const random = new Random(7, primitive.name.length);
    let made = 0;
    for (let round = 0; round < 12; round++) {
      const values: Record<string, unknown> = {};
      for (const [name, parameter] of Object.entries(primitive.parameters)) {
        if (random.uniform() < 0.6) values[name] = randomValue(random, parameter);
      }
      let mesh: Mesh;
      try {
        mesh = primitive.make(values as never);
      } catch (error) {
        if (!(error instanceof MeshError)) throw error;
        continue;
      }
      made++;
      expect(primitive.countVertices(values as never)).toBe(vertexCount(mesh));
      try {
        if (!open(primitive, values)) expectSolid(mesh);
      } catch (error) {
        throw new Error(`${primitive.name} ${JSON.stringify(values)}`, { cause: error });
      }
    }
    expect(made).toBeGreaterThanOrEqual(4);
  });

  test('refuses what is out of range or unknown', () => {
    for (const [name, parameter] of Object.entries(primitive.parameters)) {
      if (parameter.kind === 'number' || parameter.kind === 'integer') {
        for (const bad of [Number.NaN, Infinity, parameter.max * 2 + 1, -1, '1']) {
          expect(() => primitive.make({ [name]: bad } as never), `${name} ${bad}`).toThrow(MeshError);
        }
      }
    }
    expect(() => primitive.make({ nonsense: 1 } as never)).toThrow('unknown parameter');
  });
});
