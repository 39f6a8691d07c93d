// One body struck once in free air: no scene, no recording.

import { decayTime, makeLocator, materialRates, type Modes } from '../modes/index.ts';
import type { Material, Vec3 } from '../scene/index.ts';
import { complianceOf, hertzDuration } from './excite/hertz.ts';
import { Excitation, shapesOn } from './excite/excitation.ts';
import { Bank } from './synth/bank.ts';
import { renderBody } from './synth/render-body.ts';
import type { Transfer } from './transfer.ts';

/** A hit. */
export interface Strike {
  /** Body coordinates [m], and the direction of the blow, a unit vector. */
  readonly point: Vec3;
  /** Where to. */
  readonly direction: Vec3;
  /** [N s] */
  readonly impulse: number;
  /** How long mallet and body touch [s]. */
  readonly duration: number;
}

/** A round mallet. */
export interface Mallet {
  /** [kg], [m] */
  readonly mass: number;
  /** Of its head [m]. */
  readonly radius: number;
  /** Of its head. */
  readonly material: Material;
}

/** How long a mallet touches a free body of a mass, curved by `curvature` [1/m] there [s]. */
export function strikeDuration(
  mallet: Mallet,
  body: { readonly mass: number; readonly material: Material },
  impulse: number,
  curvature: number,
): number {
  return hertzDuration(
    {
      inverseMass: 1 / mallet.mass,
      curvature: 1 / mallet.radius,
      compliance: complianceOf(mallet.material),
    },
    { inverseMass: 1 / body.mass, curvature, compliance: complianceOf(body.material) },
    impulse,
    0.5,
  );
}

/** Until the slowest mode has fallen by 60 dB, no longer than `most` [s]. */
export function strikeLength(modes: Modes, material: Material, most: number): number {
  let longest = 0;
  for (const rate of materialRates(modes, material))
    longest = Math.max(longest, rate > 0 ? decayTime(rate) : Infinity);
  return Math.min(most, longest + 0.02);
}

/** Pressure [Pa] at a point [m] of body coordinates; the blow comes at once. */
export function strikeSound(
  modes: Modes,
  material: Material,
  transfer: Transfer,
  { point, direction, impulse, duration }: Strike,
  listener: Vec3,
  rateHz: number,
  seconds: number,
): Float64Array {
  const bank = new Bank(modes.omegas, materialRates(modes, material), 1 / rateHz);
  const [x, y, z] = direction;
  const excitation = new Excitation(bank, {
    shapes: shapesOn(modes, makeLocator(modes)),
    contactDamping: 0,
    lanes: [],
    pulses: [
      {
        start: 0.001,
        length: duration,
        point,
        impulse: [impulse * x, impulse * y, impulse * z],
      },
    ],
    from: 0,
    until: seconds,
  });
  const still = (_time: number, out: Float64Array): void => {
    out.set(listener);
  };
  return renderBody(bank, excitation, transfer, [still], Math.max(1, Math.ceil(seconds * rateHz)))[0];
}
