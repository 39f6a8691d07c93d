// carom/elastic: elements of sheets, rods and solids: energy, gradient, second derivative, and how long an explicit step may be. No
// engine's code. What is portable works on numbers in memory (num/kernels/machine), in TypeScript and in WebAssembly alike.

export { explicitStep } from './explicit-step.ts';
export { hingeHessian } from './hinge-hessian.ts';
export { hingeAngle, hingeEnergy, hingeForce, hingeGradient } from './hinge.ts';
export { membraneHessian } from './membrane-hessian.ts';
export {
  membraneEnergy,
  membraneForce,
  membraneGradient,
  membraneStrain,
  strainXX,
  strainXY,
  strainYY,
} from './membrane.ts';
export { Sheet } from './sheet.ts';
