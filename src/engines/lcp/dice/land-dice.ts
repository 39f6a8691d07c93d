// Dice that land as wished, exactly: by symmetry instead of search.
//
// A cube of equal moments does not know its numbers, and an endless table does not know its places: relabel the faces of
// a throw that came to rest (one of the 24 rotations of the cube, in body axes) and move it over the table (a turn about
// the vertical, a shift), and it is another throw that obeys the same laws, with the wished face, place and yaw at its
// end. Rounding aside nothing changes; the dice are then run together, and where rounding was amplified or two dice met
// on their way, other throws are taken.

import { Random } from '../../../num/index.ts';
import { FaultError } from '../../../scene/fault/index.ts';
import type { SceneFile } from '../../../scene/index.ts';
import type { LcpOptions } from '../options.ts';
import { type DieWish, faceUp, turnToWish } from './turn-die.ts';
import {
  type DieSettings,
  type DieStart,
  type DieThrow,
  diceScene,
  randomStart,
  runDice,
} from './throw-die.ts';

export interface Landing {
  readonly scene: SceneFile;
  /** How often throws were taken again. */
  readonly attempts: number;
  /** By die: how far from its place it ends [m]. */
  readonly missBy: readonly number[];
}

export const dieDefaults: DieSettings = { size: 0.016, friction: 0.35, restitution: 0.45, duration: 2 };

/** How near its place a die must end [m], and how flat (a cosine). */
const near = 1e-3;
const flat = 1 - 1e-6;
const mostAttempts = 200;

/** @throws FaultError where the wishes overlap or no throws were found */
export function landDice(
  name: string,
  wishes: readonly DieWish[],
  seed: number,
  options: Readonly<LcpOptions>,
  settings: DieSettings = dieDefaults,
): Landing {
  checkWishes(wishes, settings.size);
  const random = new Random(seed);
  for (let attempts = 1; attempts <= mostAttempts; attempts++) {
    const starts: DieStart[] = [];
    for (const wish of wishes) {
      const thrown = throwUntilFlat(random, options, settings);
      starts.push(turnToWish(wish, thrown, random));
    }
    const ends = runDice(starts, settings, options);
    if (ends === undefined) continue;
    const missBy = ends.map((end, i) => distance(end.position, wishes[i].at));
    const landed = ends.every(
      (end, i) => faceUp(end.orientation).face === wishes[i].face && missBy[i] <= near,
    );
    if (landed) return { scene: diceScene(name, starts, settings), attempts, missBy };
  }
  throw new FaultError('these dice cannot be thrown:', [
    {
      what: `they met on their way in each of ${mostAttempts} throws`,
      where: 'places',
      remedy: 'wish for places further apart',
    },
  ]);
}

function throwUntilFlat(random: Random, options: Readonly<LcpOptions>, settings: DieSettings): DieThrow {
  for (;;) {
    const start = randomStart(random, settings.size);
    const end = runDice([start], settings, options)?.[0];
    // a die that stands on its edge, or against nothing, is no throw
    if (end !== undefined && faceUp(end.orientation).flatness > flat) return { start, end };
  }
}

function checkWishes(wishes: readonly DieWish[], size: number): void {
  const faults = wishes.flatMap(({ face, at }, i) => {
    const where = `die ${i + 1}`;
    if (!(Number.isInteger(face) && face >= 1 && face <= 6))
      return [{ what: 'has no such face', where, value: String(face), remedy: 'wish for 1 to 6' }];
    const close = wishes.findIndex((other, j) => j < i && distance([...other.at, 0], at) < 1.5 * size);
    return close < 0
      ? []
      : [
          {
            what: `lies on die ${close + 1}`,
            where,
            value: at.join(' '),
            remedy: `keep ${2 * size} m apart`,
          },
        ];
  });
  if (faults.length > 0) throw new FaultError('these dice cannot be thrown:', faults);
}

function distance(position: readonly number[], at: readonly number[]): number {
  const x = position[0] - at[0];
  const y = position[1] - at[1];
  return Math.sqrt(x * x + y * y);
}
