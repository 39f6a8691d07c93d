// Two gears that mesh.

import type { Mesh } from '../../../src/geometry/index.ts';
import { gear } from '../../../src/geometry/primitives/index.ts';

interface GearPair {
  readonly gear: Mesh;
  readonly pinion: Mesh;
  /** Between the two axes [m]: the pinion stands at (distance, 0, 0). */
  readonly distance: number;
  /** The pinion's turn about its own axis [rad] at which teeth meet gaps. */
  readonly pinionAngle: number;
}

type GearValues = Partial<Parameters<typeof gear.make>[0]>;

/** A gear at the origin and a pinion of the same module that meshes with it at (distance, 0, 0). */
export function gearPair(
  teeth: number,
  pinionTeeth: number,
  values: Omit<NonNullable<GearValues>, 'teeth'> = {},
): GearPair {
  const module = values.module ?? gear.parameters.module.default;
  return {
    gear: gear.make({ ...values, teeth }),
    pinion: gear.make({ ...values, teeth: pinionTeeth }),
    distance: (module * (teeth + pinionTeeth)) / 2,
    // A gap, half a tooth's pitch beside a tooth, faces the gear at angle π.
    pinionAngle: Math.PI - Math.PI / pinionTeeth,
  };
}
