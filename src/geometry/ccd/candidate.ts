// Candidate pairs of two rigid bodies, and where they lie in memory.

/** Numbers of a motion: R (9, row-major), q (3) [m], ω (3) [rad per unit time], u (3) [m per unit time]. */
export const MOTION_STRIDE = 18;

/** Whole numbers of a candidate: kind (+ FLIPPED), then four vertices, first primitive first. */
export const CANDIDATE_STRIDE = 5;

/** Added to a candidate's kind where the first primitive is of the second body. */
export const FLIPPED = 4;

// A candidate while it is looked at: offsets of numbers in a record.

// The pair of bodies: axes and turns ω of body 0 and body 1, speeds |ω|, q_a − q_b, u_a − u_b.
export const AXIS = 0;
export const OMEGA = 6;
export const SPEED = 12;
export const APART = 14;
export const DRIFT = 17;
// The candidate: its vertices relative to their body's origin at the start and now, and relative to the second
// body's origin now; the direction that separates them, and one on trial.
export const ARMS = 20;
export const TURNED = 32;
export const HERE = 44;
export const NORMAL = 56;
export const TRIAL = 59;
// Per vertex along the normal: place, speed, curvature m; for fast spins speed bound and extreme place.
export const PLACE = 62;
export const RATE = 66;
export const BEND = 70;
export const RUSH = 74;
export const EXTREME = 78;
// A direction that turns: ν, and per vertex n·y′, n·y″ and K.
export const NU = 82;
export const TURNING_RATE = 85;
export const TURNING_CURVE = 89;
export const TURNING_THIRD = 93;
/** Numbers of a record: thirteen lines of a cache. */
export const CANDIDATE_SIZE = 104;
