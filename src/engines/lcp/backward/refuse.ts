// Scenes that cannot be rewound, and why: what moves by itself has no past here, and an end that no step leads to has none.

import type { Fault } from '../../../scene/fault/index.ts';
import type { Scene } from '../../../scene/index.ts';
import { ContactSet } from '../collide/contact-set.ts';
import { findContacts } from '../collide/collider.ts';
import { buildModel } from '../model.ts';
import type { LcpOptions } from '../options.ts';
import { refuse } from '../refuse.ts';
import { writeVelocity } from '../state.ts';
import { endOf } from './rewind.ts';

/** Deeper than this many margins two bodies cannot have come to lie in each other. */
const DEEP = 50;

/** Every reason why no past of a scene can be looked for; empty where one can. */
export function refuseRewind(scene: Scene, options: Readonly<LcpOptions>): readonly Fault[] {
  const faults: Fault[] = [...refuse(scene, options)];
  scene.bodies.forEach(({ motion, path, velocity, angularVelocity, name }, b) => {
    if (motion !== 'kinematic') return;
    const moves = path !== undefined || [...velocity, ...angularVelocity].some((speed) => speed !== 0);
    if (!moves) return;
    faults.push({
      what: 'is driven, and where it was before its path began nobody said',
      where: `bodies[${b}] "${name}"`,
      remedy: 'make it static or dynamic',
    });
  });
  scene.bodies.forEach(({ surfaceVelocity, name }, b) => {
    if (surfaceVelocity === undefined) return;
    faults.push({
      what: 'has a surface that runs, on which nothing that was at rest stays so backward',
      where: `bodies[${b}] "${name}"`,
      value: `${surfaceVelocity.join(' ')} m/s`,
      remedy: 'leave that out',
    });
  });
  const damped = scene.bodies.filter(({ motion }) => motion === 'dynamic').find(({ damping }) => damping);
  const damping = damped?.damping ?? scene.damping;
  if (damping !== undefined && damping.linear + damping.angular > 0)
    faults.push({
      what: 'takes speed away, which backward would grow without end',
      where: damped === undefined ? 'damping' : `bodies[${scene.bodies.indexOf(damped)}] "${damped.name}"`,
      value: `linear ${damping.linear}, angular ${damping.angular} 1/s`,
      remedy: 'leave damping out; friction and bounces take speed away too',
    });
  scene.joints.forEach(({ motor, breakForce, spring, limits, name }, j) => {
    const what =
      motor !== undefined
        ? 'has a motor, which would have to be driven backward'
        : breakForce !== undefined
          ? 'may break, and what is broken does not come together again'
          : spring !== undefined
            ? 'has a spring, whose damping would feed vibrations without end backward'
            : limits !== undefined
              ? 'has limits, and whether it rested at one or swung away from it nobody knows'
              : undefined;
    if (what !== undefined) faults.push({ what, where: `joints[${j}] "${name}"`, remedy: 'leave that out' });
  });
  if (options.recovery > 0)
    faults.push({
      what: 'moves bodies apart in a way that no step back can know of',
      where: 'options.recovery',
      value: String(options.recovery),
      remedy: 'set it to 0',
    });
  if (scene.bodies.every(({ motion }) => motion !== 'dynamic'))
    faults.push({ what: 'nothing moves', where: 'bodies', remedy: 'make a body dynamic' });
  if (faults.length === 0) faults.push(...refuseEnd(scene, options));
  return faults;
}

/** Ends that no step leads to: bodies deep in each other, or approaching where they touch. */
function refuseEnd(scene: Scene, options: Readonly<LcpOptions>): Fault[] {
  const model = buildModel(scene, options);
  const { poses, motion } = endOf(model);
  const contacts = new ContactSet();
  findContacts(model.collider, poses, contacts);
  const faults: Fault[] = [];
  const va = new Float64Array(6);
  const vb = new Float64Array(6);
  const told = new Set<string>();
  for (let c = 0; c < contacts.count; c++) {
    const a = contacts.a[c];
    const b = contacts.b[c];
    const where = `bodies[${a}] "${scene.bodies[a].name}" and bodies[${b}] "${scene.bodies[b].name}"`;
    if (told.has(where)) continue;
    const { margins } = model.collider;
    const margin = Math.min(margins[a] || Number.POSITIVE_INFINITY, margins[b] || Number.POSITIVE_INFINITY);
    if (contacts.gaps[c] < -DEEP * margin) {
      told.add(where);
      faults.push({
        what: 'lie deep in each other at the end',
        where,
        value: `${-1000 * contacts.gaps[c]} mm`,
        remedy: 'move them apart',
      });
      continue;
    }
    writeVelocity(model, poses, a, 0, motion, va, 0);
    writeVelocity(model, poses, b, 0, motion, vb, 0);
    const speed = normalSpeed(contacts, c, poses, a, va, b, vb);
    if (speed >= -Math.max(model.stillSpeed, 1e-9)) continue;
    told.add(where);
    faults.push({
      what: 'approach each other where they touch at the end, and no step ends like that',
      where,
      value: `${speed} m/s`,
      remedy: 'let them rest or part, or end the scene before they touch',
    });
  }
  return faults;
}

function normalSpeed(
  contacts: ContactSet,
  c: number,
  poses: Float64Array,
  a: number,
  va: Float64Array,
  b: number,
  vb: Float64Array,
): number {
  let speed = 0;
  for (let k = 0; k < 3; k++) {
    const k1 = (k + 1) % 3;
    const k2 = (k + 2) % 3;
    const armA1 = contacts.points[3 * c + k1] - poses[7 * a + k1];
    const armA2 = contacts.points[3 * c + k2] - poses[7 * a + k2];
    const armB1 = contacts.points[3 * c + k1] - poses[7 * b + k1];
    const armB2 = contacts.points[3 * c + k2] - poses[7 * b + k2];
    const ua = va[k] + va[3 + k1] * armA2 - va[3 + k2] * armA1;
    const ub = vb[k] + vb[3 + k1] * armB2 - vb[3 + k2] * armB1;
    speed += (ua - ub) * contacts.normals[3 * c + k];
  }
  return speed;
}
