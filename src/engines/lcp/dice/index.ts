// Dice that land as wished.

export { dieDefaults, type DieWish, landDice } from './land-dice.ts';
export { faceUp } from './turn-die.ts';
