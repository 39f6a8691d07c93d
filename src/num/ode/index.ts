// Integrators of ordinary differential equations.

export {
  ERROR3,
  ERROR5,
  EXTENSION,
  FURTHER,
  FURTHER_NODES,
  NODES,
  SOLUTION,
  STAGES,
} from './dormand-prince-853.ts';
export { A, C, D, E } from './dormand-prince.ts';
export { Radau } from './radau.ts';
