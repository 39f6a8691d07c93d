// What pushes: the same for every triangulation, without jumps, never below zero, and without bound at touch.

import { describe, expect, test } from 'vitest';
import { barrier } from '../../../../src/engines/ipc/contact/barrier.ts';
import { findCandidates } from '../../../../src/engines/ipc/contact/candidates.ts';
import { ContactSet } from '../../../../src/engines/ipc/contact/contact-set.ts';
import { measureContacts } from '../../../../src/engines/ipc/contact/contacts.ts';
import { Pair } from '../../../../src/engines/ipc/contact/pairs.ts';
import { buildShape } from '../../../../src/engines/ipc/contact/shape.ts';
import type { Model } from '../../../../src/engines/ipc/model.ts';
import { addBarriers } from '../../../../src/engines/ipc/solve/assemble.ts';
import { PairTerms } from '../../../../src/engines/ipc/solve/pair-terms.ts';
import { Poses } from '../../../../src/engines/ipc/step/poses.ts';
import type { Mesh } from '../../../../src/geometry/index.ts';
import { meshTopology } from '../../../../src/geometry/surface/index.ts';
import { Random } from '../../../../src/num/index.ts';
import { resolveScene, type ShapeFile } from '../../../../src/scene/index.ts';
import { refined } from './refined.ts';

const reach = 0.15;
const coordinates = 12;

function meshOf(shape: ShapeFile): Mesh {
  return resolveScene({ name: 'it', bodies: [{ shape, density: 1000 }] }).scene.meshes[0];
}

function modelOf(meshes: readonly Mesh[]): Model {
  const counts = meshes.map((mesh) => mesh.positions.length / 3);
  return {
    count: 2,
    vertices: Float64Array.from(meshes.flatMap((mesh) => [...mesh.positions])),
    vertexStart: Int32Array.of(0, counts[0], counts[0] + counts[1]),
    carrier: Int32Array.of(-1, -1),
    shapes: meshes.map((mesh) => buildShape(mesh, meshTopology(mesh))),
  } as unknown as Model;
}

interface Meeting {
  readonly model: Model;
  readonly pair: Pair;
}

function meetingOf(meshes: readonly Mesh[], dHat = reach): Meeting {
  const rule = { dHat, separation: 0, friction: 1, restitution: 0, stickSpeed: 1 };
  const pair = new Pair(0, 1, rule as ConstructorParameters<typeof Pair>[2], 1, 1, true);
  pair.linearBudget = 0.01;
  pair.angularBudget = 0;
  return { model: modelOf(meshes), pair };
}

interface Felt {
  readonly energy: number;
  readonly gradient: Float64Array;
  readonly set: ContactSet;
}

/** Energy and gradient at these poses (q, o of both bodies). */
function feel({ model, pair }: Meeting, at: Poses): Felt {
  const poses = new Poses(model);
  poses.q.set(at.q);
  poses.o.set(at.o);
  for (let i = 0; i < 2; i++) poses.update(model, i);
  findCandidates(model, poses, pair);
  const set = new ContactSet();
  measureContacts([pair], poses.x, 0, set);
  const terms = new PairTerms(1);
  if (set.barrierEnergy < Infinity) addBarriers({ pairs: [pair], terms }, 0, 'none', poses, set);
  return { energy: set.barrierEnergy, gradient: terms.gradients, set };
}

const largest = (v: Float64Array): number => v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

function posesAt(random: Random, model: Model, apart: number): Poses {
  const poses = new Poses(model);
  for (let i = 0; i < 2; i++) random.rotation(poses.o, 4 * i);
  for (let k = 0; k < 3; k++) poses.q[k] = random.between(-apart, apart);
  return poses;
}

const shapes: Record<string, ShapeFile> = {
  box: { kind: 'box', size: [0.7, 0.5, 0.4] },
  L: {
    kind: 'extrude',
    outline: [
      [0, 0],
      [0.6, 0],
      [0.6, 0.2],
      [0.2, 0.2],
      [0.2, 0.6],
      [0, 0.6],
    ],
    length: 0.3,
  },
  plane: { kind: 'plane', width: 0.8, depth: 0.6 },
  tetrahedron: { kind: 'tetrahedron' },
};

describe('energy and gradient', () => {
  test.each([
    ['box', 'L'],
    ['L', 'L'],
    ['L', 'plane'],
    ['tetrahedron', 'box'],
  ])('of %s and %s are the same for every triangulation', (one, two) => {
    const random = new Random(11, 3);
    const meshes = [meshOf(shapes[one]), meshOf(shapes[two])];
    const plain = meetingOf(meshes);
    let felt = 0;
    for (let i = 0; i < 20; i++) {
      const cut = meetingOf(meshes.map((mesh) => refined(mesh, random, random.integer(60))));
      for (let k = 0; k < 4; k++) {
        const poses = posesAt(random, plain.model, 0.6);
        const a = feel(plain, poses);
        const b = feel(cut, poses);
        expect(Math.abs(a.energy - b.energy)).toBeLessThanOrEqual(1e-10 * a.energy);
        const scale = largest(a.gradient);
        for (let c = 0; c < coordinates; c++)
          expect(Math.abs(a.gradient[c] - b.gradient[c])).toBeLessThanOrEqual(1e-10 * scale);
        if (a.energy > 0) felt++;
      }
    }
    expect(felt).toBeGreaterThan(40);
  });

  test('do not jump where other features become the nearest ones, at convex and at concave edges and corners', () => {
    const random = new Random(12, 3);
    let changes = 0;
    let negative = 0;
    for (const [one, two] of [
      ['box', 'L'],
      ['L', 'L'],
      ['L', 'plane'],
    ]) {
      const meeting = meetingOf([meshOf(shapes[one]), refined(meshOf(shapes[two]), random, 12)]);
      for (let i = 0; i < 12; i++) {
        const begin = posesAt(random, meeting.model, 0.6);
        const way = Float64Array.from({ length: 6 }, () => random.between(-0.2, 0.2));
        const at = (s: number): Felt => {
          const poses = new Poses(meeting.model);
          poses.o.set(begin.o);
          poses.q.set(begin.q);
          for (let k = 0; k < 6; k++) poses.q[k] += s * way[k];
          return feel(meeting, poses);
        };
        const steps = 60;
        let last = at(0);
        for (let k = 1; k <= steps; k++) {
          const here = at(k / steps);
          if (signOf(here) !== signOf(last)) {
            changes += followChange(at, (k - 1) / steps, k / steps);
            if (here.set.weight.subarray(0, here.set.count).some((w) => w < 0)) negative++;
          }
          last = here;
        }
      }
    }
    expect(changes).toBeGreaterThan(100);
    expect(negative).toBeGreaterThan(10);
  });
});

/** Which features push, told as text. */
function signOf({ set }: Felt): string {
  return Array.from({ length: set.count }, (_, c) =>
    [set.list[5 * c], set.features[2 * c], set.features[2 * c + 1], set.weight[c]].join(),
  )
    .sort()
    .join(' ');
}

/** Finds where features change between two places, and compares gradients on both sides of it. */
function followChange(at: (s: number) => Felt, from: number, to: number): number {
  let low = from;
  let high = to;
  const first = signOf(at(low));
  for (let turn = 0; turn < 30; turn++) {
    const middle = 0.5 * (low + high);
    if (signOf(at(middle)) === first) low = middle;
    else high = middle;
  }
  const a = at(low);
  const b = at(high);
  // what passes through the other body touches on the way
  if (
    [a, b].some(
      ({ energy, set }) => energy === Infinity || set.gap.subarray(0, set.count).some((d) => d < 1e-4),
    )
  )
    return 0;
  const scale = Math.max(reach, largest(a.gradient), largest(b.gradient));
  for (let c = 0; c < coordinates; c++)
    expect(Math.abs(a.gradient[c] - b.gradient[c])).toBeLessThan(1e-6 * scale);
  return 1;
}

/** A point and a surface: only the point pushes. */
function pointOver(mesh: Mesh, dHat: number): (p: readonly number[]) => Felt {
  const point = {
    ...mesh,
    positions: new Float64Array(3),
    faces: new Uint32Array(0),
    wires: new Uint32Array(0),
    points: Uint32Array.of(0),
  };
  const meeting = meetingOf([point, mesh], dHat);
  const poses = new Poses(meeting.model);
  poses.o.set([0, 0, 0, 1, 0, 0, 0, 1]);
  return (p) => {
    poses.q.set(p);
    return feel(meeting, poses);
  };
}

describe('a point over a surface', () => {
  const surfaces: Record<string, ShapeFile> = {
    ...shapes,
    ball: { kind: 'inline', ...rough() },
    torus: { kind: 'torus', radius: 0.3, tubeRadius: 0.1, segments: 9, tubeSegments: 6 },
    cog: { kind: 'cog', teeth: 6, radius: 0.5, depth: 0.15, bore: 0 },
  };

  const dHat = 0.1;

  test.each(Object.keys(surfaces))(
    'of a %s is never drawn to it, and pushed without bound where it touches',
    (name) => {
      const random = new Random(13, 3);
      const mesh = meshOf(surfaces[name]);
      const over = pointOver(mesh, dHat);
      for (let i = 0; i < 300; i++) {
        // a point of the surface: inside a face, on an edge, or a vertex
        const f = 3 * random.integer(mesh.faces.length / 3);
        const raw = [0, 1, 2].map((k) => (k > i % 3 ? 0 : random.between(0.1, 1)));
        const sum = raw[0] + raw[1] + raw[2];
        const on = [0, 1, 2].map((axis) =>
          raw.reduce((s, w, k) => s + (w / sum) * mesh.positions[3 * mesh.faces[f + k] + axis], 0),
        );
        const towards = [0, 1, 2].map(() => random.between(-1, 1));
        const energyAt = (away: number): number => over(on.map((x, k) => x + away * towards[k])).energy;
        for (const away of [0.3, 0.1, 0.03, 0.01, 1e-3]) expect(energyAt(away)).toBeGreaterThanOrEqual(0);
        // a hundred times nearer adds what it adds for one plane, d̂² ln 100
        const each = dHat * dHat * Math.log(100);
        for (const away of [1e-5, 1e-7])
          expect(energyAt(away / 100) - energyAt(away)).toBeGreaterThan(0.99 * each);
      }
    },
  );

  test('that is one disc within reach, or an open sheet, is pushed by its distance alone', () => {
    const random = new Random(14, 3);
    const plane = meshOf(shapes.plane);
    // it lies in its principal axes
    const half = [0, 1, 2].map((axis) => largest(plane.positions.filter((_, k) => k % 3 === axis)));
    for (const mesh of [plane, refined(plane, random, 80)]) {
      const over = pointOver(mesh, 0.1);
      for (let i = 0; i < 200; i++) {
        const p = half.map((h) => random.between(-h - 0.1, h + 0.1));
        const outside = p.map((x, k) => Math.max(0, Math.abs(x) - half[k]));
        const expected = barrier(Math.hypot(...outside), 0.1);
        expect(Math.abs(over(p).energy - expected)).toBeLessThanOrEqual(1e-10 * expected);
      }
    }
  });

  test('over three sheets that meet in one edge, and over a wire, counts each point of them once', () => {
    const random = new Random(15, 3);
    const sheets = (angles: readonly number[], n: number): Mesh => ({
      positions: Float64Array.from([
        ...Array.from({ length: n + 1 }, (_, i) => [0, 0, i / n]).flat(),
        ...angles.flatMap((a) => [Math.cos(a), Math.sin(a), 0.5]),
      ]),
      faces: Uint32Array.from(
        angles.flatMap((_, k) => Array.from({ length: n }, (_, i) => [i, i + 1, n + 1 + k]).flat()),
      ),
      wires: Uint32Array.from(
        angles.length === 0 ? Array.from({ length: n }, (_, i) => [i, i + 1]).flat() : [],
      ),
      points: new Uint32Array(0),
    });
    for (const angles of [[0, 2.2, 4], [1, 2], []]) {
      const coarse = pointOver(sheets(angles, 1), dHat);
      const fine = pointOver(sheets(angles, 7), dHat);
      let felt = 0;
      for (let i = 0; i < 200; i++) {
        const p = [random.between(-0.1, 0.1), random.between(-0.1, 0.1), random.between(-0.1, 1.1)];
        const { energy } = coarse(p);
        expect(Math.abs(energy - fine(p).energy)).toBeLessThanOrEqual(1e-10 * energy);
        if (energy > 0) felt++;
      }
      expect(felt).toBeGreaterThan(50);
    }
  });
});

/** A ball with bumps and dents. */
function rough(): { vertices: [number, number, number][]; faces: [number, number, number][] } {
  const random = new Random(16, 3);
  const ball = meshOf({ kind: 'sphere', radius: 1, subdivisions: 2 });
  const vertices: [number, number, number][] = [];
  for (let k = 0; k < ball.positions.length; k += 3) {
    const radius = random.between(0.25, 0.4);
    vertices.push([...ball.positions.subarray(k, k + 3)].map((x) => radius * x) as [number, number, number]);
  }
  const faces: [number, number, number][] = [];
  for (let k = 0; k < ball.faces.length; k += 3)
    faces.push([...ball.faces.subarray(k, k + 3)] as [number, number, number]);
  return { vertices, faces };
}
