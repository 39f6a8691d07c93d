// carom/sim: the contract of engines, and what runs them.

export * from './engine.ts';
export { defaultsOf, parseOptions, rangeOf } from './options.ts';
export * from './outcome.ts';
export { type PackedError, packError, unpackError } from './pack-error.ts';
export { oneThread, type WorkPool } from './pool.ts';
export { recordRun } from './record-run.ts';
export { refusals } from './refusals.ts';
export { frameTime, lastFrameOf, type RunPlan, run } from './run.ts';
export { copyState, hashState, restoreState } from './snapshot.ts';
export { absentOf, flagAbsent, setAbsent, startAbsent, stillAbsent } from './absent.ts';
export { type Arrival, writeBetween } from './between.ts';
export { blendPose } from './blend-pose.ts';
export { type BodyChange, isBodyChange, readBodyChange, writeTwist } from './body-change.ts';
export { type ContactEvent, ContactEvents, contactEvents, type FrameContacts } from './contact-events.ts';
export { Collector } from './collector.ts';
export { type Complaint, Complaints, describeComplaint } from './complaint.ts';
export { dragSize, writePull } from './drag.ts';
export {
  fixedParameter,
  readDrag,
  readEnable,
  readForce,
  readImpulse,
  readMotor,
  readParameter,
  readPose,
  type Refuse,
  readVelocity,
  refuserOf,
  setGravity,
} from './inputs.ts';
export { clearJump, jumpOf, markJump, tellFirstKnots } from './jump.ts';
export {
  coordinateOf,
  frameOfJoint,
  isRigid,
  type JointCoordinate,
  type JointFrame,
  type JointRow,
  type RowKind,
  rowsOfJoint,
} from './joint-rows.ts';
export type { OptionValue } from './options.ts';
export type { PoolOptions } from './pool.ts';
export { withAppliedInputs } from './applied-inputs.ts';
export { createPool } from './pool-here.ts';
export { createWebPool } from './pool.web.ts';
export { describeRun } from './describe-run.ts';
export { isNode, platformName } from './platform.ts';
export { version } from './version.ts';
export { JOINT_WORDS, type JointWord, type SceneWord, unknownWords, type Vocabulary } from './vocabulary.ts';
export { releaseTime, writeScripted } from './scripted.ts';
export { startSteps, type SteppedState } from './stepped-state.ts';
export { addPointVelocity, writeSlip } from './slip.ts';
