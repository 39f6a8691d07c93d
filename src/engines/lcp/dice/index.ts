// Dice that land as wished.

export { dieDefaults, landDice } from './land-dice.ts';
export { type DieWish, faceUp } from './turn-die.ts';
