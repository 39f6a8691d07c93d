// What holds between two items: whether they collide, friction, restitution, thickness η₁ and stiffness r₁.
//
//   η₁ = (t_a + t_b) / 2,     r₁ = (v_ref / η₁)² / W
//
// with 1/W the mass of a pair (loop/contact/pairs.ts): the first layer then stops it from the reference speed, whatever its mass. So all vertices
// of a sheet fall on something alike, the lighter ones at its rim as the others, and no vibration in its plane comes of it.
// The step of layers is h(l) = c / √(r(l) W).

import { meetingRule, pairFriction, pairRestitution } from '../../../scene/index.ts';
import type { Shapes } from './model.ts';
import type { AsyncOptions } from '../options.ts';

/** Square tables over items: entry a · items + b, the same as b · items + a. */
export interface Rules {
  /** 1 where they collide. */
  readonly collide: Uint8Array;
  readonly friction: Float64Array;
  readonly restitution: Float64Array;
  /** η₁ [m], r₁ [N/m] where it is given, and else r₁ W [1/s²]. */
  readonly thickness: Float64Array;
  readonly stiffness: Float64Array;
  readonly swing: Float64Array;
  /** c */
  readonly step: Float64Array;
  /** The smallest η₁ of a pair that collides [m]; infinite where none does. */
  readonly thinnest: number;
  /** The largest, 0 where none does. */
  readonly thickest: number;
}

export function buildRules(shapes: Shapes, options: Readonly<AsyncOptions>): Rules {
  const { scene, bodies, items, firstVertex, inverseMasses } = shapes;
  const things = [...scene.bodies, ...scene.deformables];
  const isFree = Array.from({ length: items }, (_, item) =>
    inverseMasses.subarray(firstVertex[item], firstVertex[item + 1]).some((w) => w > 0),
  );
  const thicknessOf = (item: number): number =>
    item < bodies ? options.bodyThickness : scene.deformables[item - bodies].thickness;

  const mayTouch = meetingRule(scene);
  const size = items * items;
  const rules = {
    collide: new Uint8Array(size),
    friction: new Float64Array(size),
    restitution: new Float64Array(size),
    thickness: new Float64Array(size),
    stiffness: new Float64Array(size),
    swing: new Float64Array(size),
    step: new Float64Array(size),
    thinnest: Number.POSITIVE_INFINITY,
    thickest: 0,
  };
  for (let a = 0; a < items; a++) {
    for (let b = a; b < items; b++) {
      const rule = scene.pairs.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a));
      const collide = (isFree[a] || isFree[b]) && mayTouch(a, b);
      const thickness = 0.5 * (thicknessOf(a) + thicknessOf(b));
      const speed = options.referenceSpeed / thickness;
      const restitution = rule?.restitution ?? pairRestitution(things[a].material, things[b].material);
      for (const at of [a * items + b, b * items + a]) {
        rules.collide[at] = collide ? 1 : 0;
        rules.friction[at] = rule?.friction ?? pairFriction(things[a].material, things[b].material);
        rules.restitution[at] = restitution;
        rules.thickness[at] = thickness;
        if (collide && options.contactStiffness > 0) rules.stiffness[at] = options.contactStiffness;
        else if (collide) rules.swing[at] = speed * speed;
        rules.step[at] = options.contactStep > 0 ? options.contactStep : restitution < 1 ? 0.03 : 0.1;
      }
      if (!collide) continue;
      rules.thinnest = Math.min(rules.thinnest, thickness);
      rules.thickest = Math.max(rules.thickest, thickness);
    }
  }
  return rules;
}
