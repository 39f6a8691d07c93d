// What contacts and joints did in a kick, and what may replace their laws; both by contact number.

/** Impulses of one kick. What stands in them when a kick begins is its first guess: clear them for a cold start. */
export interface Impulses {
  /** Along the normal, on a [N s]; one a contact. */
  normal: Float64Array;
  /** Friction on a, world axes [N s]; three a contact. */
  tangential: Float64Array;
  /** Rolling friction on a, world axes [N m s]; three a contact. */
  rolling: Float64Array;
  /** [N s] or [N m s]; one for each row of the model's joints. */
  joint: Float64Array;
  /** What contacts and joints did in the last kick [J]: impulses times the mean of the velocities before and after. */
  work: number;
  /** The residual that the last kick had to reach. */
  asked: number;
}

/** What may replace the scene's own laws in one kick; NaN means as the scene says. */
export interface Overrides {
  restitution?: Float64Array;
  /** 1: the restitution given holds however slowly the bodies approach, not from the bounce speed on only. */
  alwaysBounces?: Uint8Array;
  friction?: Float64Array;
  /** 1: this contact may pull too (the stacking heuristic): its normal velocity ends at zero, f_n of any sign. */
  allowPull?: Uint8Array;
  /** Friction acts along this line alone, world axes, three a contact; NaN (or zero) where in any direction. */
  direction?: Float64Array;
}

export function makeImpulses(contacts: number, jointRows: number): Impulses {
  return {
    normal: new Float64Array(contacts),
    tangential: new Float64Array(3 * contacts),
    rolling: new Float64Array(3 * contacts),
    joint: new Float64Array(jointRows),
    work: 0,
    asked: 0,
  };
}

/** Makes room for as many contacts, and clears everything. */
export function clearImpulses(impulses: Impulses, contacts: number): void {
  if (impulses.normal.length < contacts) {
    impulses.normal = new Float64Array(2 * contacts);
    impulses.tangential = new Float64Array(6 * contacts);
    impulses.rolling = new Float64Array(6 * contacts);
  } else {
    impulses.normal.fill(0, 0, contacts);
    impulses.tangential.fill(0, 0, 3 * contacts);
    impulses.rolling.fill(0, 0, 3 * contacts);
  }
  impulses.joint.fill(0);
}
