// The click of a small body that is hit: air pushed aside by its sudden motion, not by vibration.
//
//   p̂/Â = ρ a³ cosθ (1 − ikr) e^(ik(r−a)) / (r² (2 − 2ika − k²a²))      a rigid sphere of radius a, acceleration A along
//                                                                        the axis, at distance r and angle θ from it
//
// With s = −iω and T = a/c the denominator is 2 + 2Ts + T²s², whose roots are (−1 ± i)/T, so the sound is the
// acceleration through one damped oscillator, exactly, then delayed by (r − a)/c:
//
//   p(t) = ρ a³ cosθ/r² (y + (r/c) ẏ),      T² ÿ + 2T ẏ + 2y = A(t)
//
// It rings at c/2πa and is gone within a period: 5.5 kHz for a marble of 1 cm. The oscillator is stepped by its exact
// propagator with the acceleration constant over a sample, its mean there, so that an impact shorter than a sample
// moves the body by the right amount.
//
// Hard marbles, dice and pebbles have their modes above hearing: this is what is heard of them. Where the body is no
// sphere, a is that of equal volume. Koss & Alfredson 1973; Chadwick, Zheng & James 2012, "Precomputed Acceleration
// Noise". Checked against the formula above in sphere-click.test.ts.

import { cbrt, cos, exp, sin } from '../../num/elementary/index.ts';
import { AIR_DENSITY, SPEED_OF_SOUND } from '../transfer.ts';

/** Of a sphere of this volume [m]. */
export function sphereRadius(volume: number): number {
  return cbrt((3 * volume) / (4 * Math.PI));
}

/** The air around one body, driven by one component of its acceleration. */
export class SphereClick {
  readonly radius: number;
  /** y [m/s²] and ẏ. */
  private y = 0;
  private v = 0;
  private readonly p11: number;
  private readonly p12: number;
  private readonly p21: number;
  private readonly p22: number;

  /**
   * @param radius  a [m]
   * @param h       of a sample [s]
   */
  constructor(radius: number, h: number) {
    this.radius = radius;
    const rate = SPEED_OF_SOUND / radius;
    const decay = exp(-rate * h);
    const c = decay * cos(rate * h);
    const s = decay * sin(rate * h);
    // y = e^(−t/T)(y₀ cos + (y₀ + T v₀) sin), for roots (−1 ± i)/T
    this.p11 = c + s;
    this.p12 = s / rate;
    this.p21 = -2 * rate * s;
    this.p22 = c - s;
  }

  /**
   * Moves on by one sample.
   * @param acceleration  mean over the sample [m/s²]
   */
  step(acceleration: number): void {
    // about its rest at A/2
    const rest = acceleration / 2;
    const y = this.y - rest;
    this.y = rest + this.p11 * y + this.p12 * this.v;
    this.v = this.p21 * y + this.p22 * this.v;
  }

  /** Pressure [Pa] at a distance [m] from the centre, at the end of the sample and without its delay (r − a)/c. */
  pressure(distance: number, cosine: number): number {
    const a = this.radius;
    const r = Math.max(distance, a);
    return ((AIR_DENSITY * a * a * a * cosine) / (r * r)) * (this.y + (r / SPEED_OF_SOUND) * this.v);
  }
}
