// Involute spur gears and the pair of them that runs together.
//
// The flank of a tooth is the involute of the base circle r_b = r_p cos α (r_p = m N / 2 the pitch
// radius, m the module, N the teeth, α the pressure angle). At radius r ≥ r_b half a tooth fills
//   ψ(r) = π/(2N) - b/(2 r_p) + inv α - inv α_r,   cos α_r = r_b / r,   inv x = tan x - x
// where b is the backlash, taken off every tooth at the pitch circle. Below the base circle flanks
// run radially to the root. Tips end one module above the pitch circle and roots 1.25 below. With
// pressure angle 20° fewer than 17 teeth would be undercut by a rack; such small gears bind in
// large ones, so that the pair is best made with 17 teeth and more.

import { acos, cos, tan } from '../../../num/elementary/index.ts';
import { MeshError } from '../../mesh-error.ts';
import { count, definePrimitive, length, quantity } from '../define.ts';
import { extrude, type Ring, reversedRing } from '../extrude.ts';
import { circle, pushArc } from '../rings.ts';

const TOOTHING = {
  module: length(0.005, 'pitch diameter over number of teeth'),
  pressureAngle: quantity(
    (20 * Math.PI) / 180,
    0.17,
    0.53,
    'rad',
    'pressure angle; both gears of a pair share it',
  ),
  thickness: length(0.01, 'along the axis'),
  bore: quantity(0.01, 0, 1e6, 'm', 'radius of the hole for the shaft; 0 for none'),
  backlash: quantity(0.0002, 0, 1e6, 'm', 'taken off each tooth at the pitch circle'),
  flankPoints: count(6, 2, 16, 'corners of each flank'),
} as const;

export const gear = definePrimitive(
  'gear',
  'an involute spur gear about z, its centre at the origin, one tooth on the x axis',
  { teeth: count(20, 6, 200, 'number of teeth'), ...TOOTHING },
  (p) => {
    const root = p.module * (p.teeth / 2 - 1.25);
    if (p.bore >= 0.95 * root) {
      throw new MeshError(
        'the bore reaches the teeth',
        'gear.bore',
        p.bore,
        `give less than ${0.95 * root} m`,
      );
    }
    const outline = gearOutline(p);
    const segments = Math.max(16, Math.min(64, 2 * p.teeth));
    const rings = p.bore > 0 ? [outline, reversedRing(circle(p.bore, segments))] : [outline];
    return extrude(rings, -p.thickness / 2, p.thickness / 2);
  },
);

function gearOutline(p: {
  teeth: number;
  module: number;
  pressureAngle: number;
  backlash: number;
  flankPoints: number;
}): Ring {
  const pitch = (p.module * p.teeth) / 2;
  const base = pitch * cos(p.pressureAngle);
  const tip = pitch + p.module;
  const root = pitch - 1.25 * p.module;
  const involute = (angle: number) => tan(angle) - angle;
  const atPitch = Math.PI / (2 * p.teeth) - p.backlash / (2 * pitch);
  const halfAngle = (r: number) =>
    atPitch + involute(p.pressureAngle) - involute(acos(Math.min(1, base / r)));
  if (halfAngle(tip) * tip < 0.02 * p.module) {
    throw new MeshError(
      'the teeth come to a point',
      'gear.teeth',
      p.teeth,
      'use more teeth, less backlash or a smaller pressure angle',
    );
  }
  const start = Math.max(base, root);
  if (halfAngle(start) > 0.97 * (Math.PI / p.teeth)) {
    throw new MeshError(
      'there is no room between the teeth',
      'gear.teeth',
      p.teeth,
      'use more teeth or a smaller pressure angle',
    );
  }
  const flank: [number, number][] = [];
  if (root < base - 1e-9 * pitch) flank.push([root, halfAngle(base)]);
  for (let i = 0; i < p.flankPoints; i++) {
    const r = start + ((tip - start) * i) / (p.flankPoints - 1);
    flank.push([r, halfAngle(r)]);
  }
  const ring: number[] = [];
  for (let t = 0; t < p.teeth; t++) {
    const centre = (2 * Math.PI * t) / p.teeth;
    for (const [r, half] of flank) pushArc(ring, 0, 0, r, centre - half, 0, 0);
    for (const [r, half] of flank.toReversed()) pushArc(ring, 0, 0, r, centre + half, 0, 0);
    // The middle of the root, so that its floor follows the root circle.
    pushArc(ring, 0, 0, root, centre + Math.PI / p.teeth, 0, 0);
  }
  return ring;
}
