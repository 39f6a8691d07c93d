// carom/engines/modal: contact of bodies that vibrate.

export { modal } from './engine.ts';
export { FEWEST_DIRECTIONS, MOST_DIRECTIONS } from './solve/polygon.ts';
export { solveDefaults } from './solve/problem.ts';
export { replayProblem } from './solve/replay.ts';
