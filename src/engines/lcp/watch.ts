// Looks after the steps of a run: which solves missed their tolerance, and whether energy came from nowhere.
//
// Contacts and joints of a scene without motors, scripted bodies, forces and inputs only ever take energy: whatever of it there is above
// what there was at the start has been made by the method. A circle followed in chords sways by a few thousandths of the motion's
// own energy, so less than a twentieth of the largest kinetic energy is not told; nor is what the heaviest body would gain by a rise
// by a billionth of a metre, which is rounding where all lies still.

import type { Complaint } from '../../sim/index.ts';
import type { Model } from './model.ts';
import type { Work } from './step.ts';

/** Of the largest kinetic energy: what a chord may sway by, ten times over. */
const SWAY = 0.05;
/** Rises by less than this [m] are rounding of places. */
const HAIR = 1e-9;

export class Watch {
  private readonly complaints: Complaint[] = [];
  private readonly model: Model;
  private isClosed: boolean;
  private startEnergy = Number.NaN;
  private mostKinetic = 0;
  private mostGain = 0;

  constructor(model: Model) {
    this.model = model;
    this.isClosed = isClosed(model);
  }

  /** Something came from outside: what energy there is may come from it. */
  open(): void {
    this.isClosed = false;
  }

  /** After a step that ended at `time` [s]. */
  noteSolves({ failures, worstIsland, residual, islands, outcomes }: Work, time: number): void {
    if (failures === 0) return;
    const { bodyStart, bodies } = islands;
    this.complaints.push({
      what: 'solves missed their tolerance',
      count: failures,
      time,
      bodies: Array.from(bodies.subarray(bodyStart[worstIsland], bodyStart[worstIsland + 1])),
      value: residual,
      asked: outcomes.asked[worstIsland],
      unit: '',
      remedy: 'a shorter timeStep or a larger maxSweeps helps',
    });
  }

  /** At the end of a frame. */
  noteEnergy(energy: number, kinetic: number, time: number): void {
    if (!this.isClosed) return;
    if (Number.isNaN(this.startEnergy)) this.startEnergy = energy;
    const gain = energy - this.startEnergy;
    const allowed = Math.max(SWAY * this.mostKinetic, this.hairOfHeight());
    // what was made up shows as motion, so it must not raise what is allowed
    if (gain <= allowed || this.mostKinetic === 0) this.mostKinetic = Math.max(this.mostKinetic, kinetic);
    if (gain <= Math.max(allowed, this.mostGain) || this.mostKinetic === 0) return;
    this.mostGain = gain;
    this.complaints.push({
      what: 'energy came from nowhere',
      count: 1,
      time,
      bodies: this.movers(),
      value: gain,
      asked: allowed,
      unit: 'J',
      remedy: 'a shorter timeStep helps; a joint that cannot close feeds energy too',
    });
  }

  take(): readonly Complaint[] {
    return this.complaints.splice(0);
  }

  /** What the heaviest body gains by rising a hair [J]. */
  private hairOfHeight(): number {
    const { masses, gravity } = this.model;
    const [x, y, z] = gravity;
    return masses.reduce((most, mass) => Math.max(most, mass), 0) * Math.sqrt(x * x + y * y + z * z) * HAIR;
  }

  /** Which of them has it cannot be told. */
  private movers(): number[] {
    const { isDynamic } = this.model;
    return Array.from(isDynamic.keys()).filter((body) => isDynamic[body] === 1);
  }
}

function isClosed({ scene, isDynamic }: Model): boolean {
  const { joints, forces, bodies } = scene;
  return (
    forces.length === 0 &&
    joints.every(({ motor }) => motor === undefined) &&
    bodies.every(({ motion, surfaceVelocity }) => motion !== 'kinematic' && surfaceVelocity === undefined) &&
    bodies.every(
      ({ force, torque }, body) => isDynamic[body] === 0 || [...force, ...torque].every((one) => one === 0),
    )
  );
}
