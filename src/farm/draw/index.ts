// Which points of its ranges a sweep runs, each by its number alone.

export { fractionAt } from './fraction.ts';
export { sobol, SOBOL_DIMENSIONS } from './sobol.ts';
export { stepsOf, valueAtFraction, valueAtStep } from './value.ts';
