// Scenes simulated in one call, and worlds that are stepped.

export { type SimulateChoices, simulate } from './simulate.ts';
