// Every reason why a scene cannot be simulated here.

import type { Fault } from '../../scene/fault/index.ts';
import type { Path, Scene } from '../../scene/index.ts';
import { unknownWords, type Vocabulary } from '../../sim/index.ts';
import type { ElementTable } from './model/element-table.ts';
import { itemName, type Model, buildModel } from './model/model.ts';
import type { AsyncOptions } from './options.ts';
import { findStartOverlaps } from './start-overlap.ts';

/** 2⁵³ ticks of 2⁻³⁹ s. */
const MOST_SECONDS = 16384;

export const vocabulary: Vocabulary = { joints: {}, words: ['wind'] };

export function refuse(scene: Scene, options: Readonly<AsyncOptions>): readonly Fault[] {
  const faults = [
    ...unknownWords('async', scene, vocabulary),
    ...refuseKinds(scene),
    ...refuseOptions(options),
  ];
  if (faults.length > 0) return faults;
  const model = buildModel(scene, options);
  faults.push(...refuseThickness(model), ...refuseSteps(model), ...refuseLimits(model));
  if (faults.length > 0) return faults;
  return findStartOverlaps(model);
}

function refuseKinds(scene: Scene): Fault[] {
  const faults: Fault[] = [];
  if (scene.deformables.length === 0) {
    faults.push({
      what: 'nothing in it deforms',
      where: 'deformables',
      remedy: 'add cloth, shells, ribbons or particles, or use the engine ipc for rigid bodies',
    });
  }
  if (!(scene.duration < MOST_SECONDS)) {
    faults.push({
      what: 'lasts longer than time can be counted',
      where: 'duration',
      value: `${scene.duration} s`,
      remedy: `give less than ${MOST_SECONDS} s`,
    });
  }
  scene.forces.forEach(({ body }, i) => {
    faults.push({
      what: 'a force on a rigid body moves nothing here',
      where: `forces[${i}]`,
      value: scene.bodies[body].name,
      remedy: 'pull at vertices of something that deforms (a pin with a force), or remove it',
    });
  });
  scene.bodies.forEach((body, b) => {
    const where = `bodies[${b}] "${body.name}"`;
    if (body.motion === 'dynamic' || body.path?.after === 'release') {
      faults.push({
        what: 'a rigid body that moves by itself is not simulated here',
        where,
        value: body.path ? 'released after its path' : body.motion,
        remedy: 'make it static or kinematic, or a shell',
      });
    }
    faults.push(...refuseJump(body.path, `${where}.path`));
  });
  scene.deformables.forEach(({ name, pins, track }, d) => {
    const where = `deformables[${d}] "${name}"`;
    pins.forEach((pin, p) => {
      faults.push(...refuseJump(pin.path, `${where}.pins[${p}].path`));
      if (pin.path?.after === 'release') {
        faults.push({
          what: 'pins are not released',
          where: `${where}.pins[${p}].path`,
          remedy: 'let it hold or repeat',
        });
      }
    });
    for (const [one, at] of [
      [track, where] as const,
      ...pins.map((pin, p) => [pin.track, `${where}.pins[${p}]`] as const),
    ]) {
      if (one?.after !== 'repeat') continue;
      const width = one.positions.length / one.times.length;
      const last = one.positions.length - width;
      for (let i = 0; i < width; i++) {
        if (one.positions[i] === one.positions[last + i]) continue;
        faults.push(jump(at));
        break;
      }
    }
  });
  return faults;
}

/** A script that begins anew elsewhere than it ended would jump, through whatever is in between. */
function refuseJump(path: Path | undefined, where: string): Fault[] {
  if (path?.after !== 'repeat') return [];
  const [first, last] = [path.poses[0], path.poses[path.poses.length - 1]];
  const same =
    first.position.every((x, k) => x === last.position[k]) &&
    Math.abs(first.orientation.reduce((sum, q, k) => sum + q * last.orientation[k], 0)) > 1 - 1e-14;
  return same ? [] : [jump(where)];
}

function jump(where: string): Fault {
  return { what: 'jumps where it repeats', where, remedy: 'end it where it began, or let it hold' };
}

/** Σ r(l) η(l)² has to diverge, so that every speed is stopped, and steps have to shrink faster than layers. */
function refuseOptions({ layerStiffening: a, layerThinning: b }: Readonly<AsyncOptions>): Fault[] {
  if (a > 2 * b) return [];
  return [
    {
      what: 'layers this soft are passed at some speed, or get thinner faster than their steps',
      where: 'options.layerStiffening',
      value: `${a} with layerThinning ${b}`,
      remedy: 'give layerStiffening > 2 layerThinning',
    },
  ];
}

function refuseThickness(model: Model): Fault[] {
  return model.scene.deformables.flatMap(({ thickness }, d) =>
    thickness > 0
      ? []
      : [
          {
            what: 'has no thickness',
            where: itemName(model, model.bodies + d),
            value: `${thickness} m`,
            remedy: 'give a thickness > 0',
          },
        ],
  );
}

function refuseSteps(model: Model): Fault[] {
  const { springs, triangles, hinges, plates } = model.elements;
  const faults: Fault[] = [];
  const look = ({ steps, vertices, count }: ElementTable, what: string): void => {
    const at = steps.indexOf(0);
    if (at < 0) return;
    const item = model.itemOfVertex[vertices[(at * vertices.length) / count]];
    faults.push({
      what: `${what} need steps below the resolution of time, 2⁻³⁹ s`,
      where: itemName(model, item),
      remedy: 'make it softer, heavier or coarser',
    });
  };
  look(springs, 'its springs');
  look(triangles, 'its triangles');
  look(hinges, 'its hinges');
  look(plates, 'its bending plates');
  return faults;
}

/** Limits of length hold from the start or not at all. */
function refuseLimits(model: Model): Fault[] {
  const { extensionLimit: longer, compressionLimit: shorter } = model.options;
  if (longer === 0 && shorter === 0) return [];
  const { edges, edgeRest } = model.elements;
  const { positions: x } = model;
  for (let e = 0; e < edgeRest.length; e++) {
    const [a, b] = [3 * edges[2 * e], 3 * edges[2 * e + 1]];
    const [dx, dy, dz] = [x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]];
    const ratio = Math.sqrt(dx * dx + dy * dy + dz * dz) / edgeRest[e];
    if ((longer === 0 || ratio < 1 + longer) && (shorter === 0 || ratio > 1 - shorter)) continue;
    return [
      {
        what: 'an edge starts beyond the limit of its length',
        where: itemName(model, model.itemOfVertex[edges[2 * e]]),
        value: `${Number(ratio.toPrecision(4))} of its rest length`,
        remedy: 'widen the limit, or start nearer to the rest shape',
      },
    ];
  }
  return [];
}
