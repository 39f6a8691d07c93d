// carom/elastic: elements of sheets, rods and solids: energy, gradient, second derivative, and how long an explicit step may be. No
// engine's code. What is portable works on numbers in memory (num/kernels/machine), in TypeScript and in WebAssembly alike.

export { explicitStep, explicitSwing } from './explicit-step.ts';
export { FOLD_ANGLE, foldForce } from './fold.ts';
export { foldLookAt, foldLookTwo } from './fold-pair.ts';
export { hingeHessian } from './hinge-hessian.ts';
export { hingeAngle, hingeEnergy, hingeForce, hingeGradient } from './hinge.ts';
export { membraneHessian } from './membrane-hessian.ts';
export {
  f1x,
  f1y,
  f1z,
  f2x,
  f2y,
  f2z,
  membraneEnergy,
  membraneForce,
  membraneGradient,
  membraneStrain,
  strainXX,
  strainXY,
  strainYY,
} from './membrane.ts';
export { PLATE_HESSIAN_ROOM, plateHessian } from './plate-hessian.ts';
export { type Plate, platesOf } from './plates.ts';
export {
  angle0,
  angle1,
  angle2,
  bend0,
  bend1,
  bend2,
  bendOf,
  moment0,
  moment1,
  moment2,
  nearest,
  PLATE_SHARE,
  PLATE_SIGN,
  plateBends,
  plateEnergy,
  plateGradient,
  plateMoments,
} from './plate.ts';
export { neoHookeanEnergy, neoHookeanStress } from './neo-hookean.ts';
export { neoHookeanHessian } from './neo-hookean-hessian.ts';
export {
  BEND_ANGLES,
  BEND_FRAMES,
  BEND_LOOK_SIZE,
  BEND_NEAR,
  BEND_REST,
  BEND_REST_TWIST,
  BEND_SIZE,
  BEND_STIFFNESS,
  BEND_TWIST_STIFFNESS,
  bendEnergy,
  bendGradient,
  LOOK_CURVATURE,
  LOOK_DIRECTOR,
  LOOK_TANGENT,
  LOOK_TWIST,
  rodLook,
} from './rod-bend.ts';
export { BEND_HESSIAN_ROOM, bendHessian } from './rod-bend-hessian.ts';
export { segmentEnergy, segmentGradient, segmentHessian, segmentLength } from './rod-stretch.ts';
export { Sheet } from './sheet.ts';
export {
  addPointGradient,
  addPointHessian,
  POINT_ROOM,
  POINT_VOLUME,
  pointDeformation,
  POINT_P,
} from './solid-point.ts';
export {
  addStrainDampingHessian,
  addStrainDampingStress,
  greenStrain,
  strainDampingEnergy,
} from './strain-damping.ts';
export { nodeShare, pointCount, type TetraNodes, writePoints } from './tetrahedra.ts';
