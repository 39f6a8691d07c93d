import { describe, expect, test } from 'vitest';
import { type DieWish, faceUp, yawOf } from '../../../../src/engines/lcp/dice/turn-die.ts';
import { dieDefaults, landDice } from '../../../../src/engines/lcp/dice/land-dice.ts';
import { type DieStart, runDice } from '../../../../src/engines/lcp/dice/throw-die.ts';
import { lcp } from '../../../../src/engines/lcp/engine.ts';
import { defaultsOf } from '../../../../src/sim/index.ts';

const options = defaultsOf(lcp);

describe('dice that land as wished', () => {
  /** Runs the scene that was written, and nothing else of what found it. */
  function endsOf(wishes: readonly DieWish[], seed: number) {
    const { scene } = landDice('dice', wishes, seed, options);
    const starts = scene.bodies!.slice(1).map(
      (body) =>
        ({
          position: body.position,
          orientation: body.rotation,
          velocity: body.velocity,
          angularVelocity: body.angularVelocity,
        }) as unknown as DieStart,
    );
    return runDice(starts, dieDefaults, options)!;
  }

  test('show the faces, lie at the places, turned as said', () => {
    for (let seed = 0; seed < 6; seed++) {
      const wishes = [
        { face: 1 + seed, at: [0.01, -0.02], yaw: 0.4 },
        { face: 6 - seed, at: [0.05, 0.01] },
      ] as const;
      const ends = endsOf(wishes, seed);
      ends.forEach(({ position, orientation }, i) => {
        expect(faceUp(orientation).face).toBe(wishes[i].face);
        expect(faceUp(orientation).flatness).toBeGreaterThan(1 - 1e-6);
        expect(Math.hypot(position[0] - wishes[i].at[0], position[1] - wishes[i].at[1])).toBeLessThan(1e-3);
      });
      expect(yawOf(ends[0].orientation)).toBeCloseTo(0.4, 1);
    }
  });

  test('wishes that cannot be are refused', () => {
    expect(() => landDice('d', [{ face: 7, at: [0, 0] }], 1, options)).toThrow(/no such face/);
    const same = { face: 2, at: [0, 0] } as const;
    expect(() => landDice('d', [same, same], 1, options)).toThrow(/lies on die 1/);
  });
});
