// Which two things of a scene may touch, as every engine and the judge have it.
//
// Bodies and deformables are counted on from each other. Two things of one group ≥ 0 never touch, nor do two of which one
// touches no layer that the other is in, nor pairs with a rule or a joint that says so. A deformable may touch itself unless a
// rule says otherwise; a rigid body cannot. A sensor touches nothing: what is in it is told (src/world/sensors.ts), by the same
// layers, groups and rules.

import type { Scene } from './types.ts';

/** All layers. */
const EVERY_LAYER = 0xffffffff;
/** The layer of whoever names none. */
const FIRST_LAYER = 1;

/** Says of two things whether they may touch. */
type Rule = (a: number, b: number) => boolean;

/** Which two things of a scene may touch each other. */
export function meetingRule(scene: Scene): Rule {
  const isSensor = Uint8Array.from(scene.bodies, ({ sensor }) => (sensor === true ? 1 : 0));
  const rule = sensingRule(scene);
  if (!isSensor.includes(1)) return rule;
  return (a, b) => isSensor[a] !== 1 && isSensor[b] !== 1 && rule(a, b);
}

/** The same where sensors are as other bodies: what they tell of. */
export function sensingRule(scene: Scene): Rule {
  const things = [...scene.bodies, ...scene.deformables];
  const count = things.length;
  const groups = Int32Array.from(things, ({ group }) => group);
  const layers = Uint32Array.from(things, (thing) => thing.layers ?? FIRST_LAYER);
  const touches = Uint32Array.from(things, (thing) => thing.touches ?? EVERY_LAYER);
  const apart = new Set<number>();
  const part = (a: number, b: number) => apart.add(Math.min(a, b) * count + Math.max(a, b));
  for (const { a, b, collide } of scene.pairs) if (!collide) part(a, b);
  for (const { a, b, collide } of scene.joints) if (!collide && a >= 0 && b >= 0) part(a, b);
  return (a, b) => {
    if (a === b) return a >= scene.bodies.length && !apart.has(a * count + a);
    if (groups[a] >= 0 && groups[a] === groups[b]) return false;
    if ((layers[a] & touches[b]) === 0 || (layers[b] & touches[a]) === 0) return false;
    return !apart.has(Math.min(a, b) * count + Math.max(a, b));
  };
}
