import { describe, expect, test } from 'vitest';
import { canCullFriction } from '../../../../src/engines/modal/advance/cull-friction.ts';
import { modal } from '../../../../src/engines/modal/engine.ts';
import { defaultsOf } from '../../../../src/sim/index.ts';
import { Builder } from '../solve/problems.ts';

const options = defaultsOf(modal);

/** A box on four feet that would slide at this speed. */
function standing(slide: number) {
  const builder = new Builder();
  const body = builder.add(1, 1, [0, 0, 0.5], 0, [slide, 0, -0.01]);
  for (const dx of [-0.5, 0.5]) for (const dy of [-0.5, 0.5]) builder.touch(body, -1, [dx, dy, 0], [0, 0, 1]);
  return builder.build(() => 0.5);
}

/** Whether friction is culled where each of so many feet slides so fast, and rubbed with such an impulse in the last step. */
function culls(slide: number, rubbed: number, known = 4): boolean {
  const problem = standing(slide);
  const pastImpulses = new Float64Array(12);
  for (let c = 0; c < 4; c++) pastImpulses.set([1, 0.6 * rubbed, -0.8 * rubbed], 3 * c);
  const placeOf = (id: number): number => {
    const place = problem.ids.indexOf(id);
    return place < known ? place : -1;
  };
  return canCullFriction(options, { pastImpulses }, { placeOf }, problem);
}

describe('friction is culled', () => {
  test('where nothing slides and nothing rubbed: equations (10) and (11)', () => {
    expect(culls(0, 0)).toBe(true);
  });

  test('unless all contacts together slide as fast as (10) says', () => {
    expect(culls(0.24 * options.cullSpeed, 0)).toBe(true);
    expect(culls(0.26 * options.cullSpeed, 0)).toBe(false);
    expect(culls(NaN, 0)).toBe(false);
  });

  test('unless all contacts together rubbed as much as (11) says', () => {
    expect(culls(0, 0.24 * options.cullImpulse)).toBe(true);
    expect(culls(0, 0.26 * options.cullImpulse)).toBe(false);
  });

  test('whatever contacts did that are no more', () => {
    expect(culls(0, 0.26 * options.cullImpulse, 3)).toBe(true);
  });
});
