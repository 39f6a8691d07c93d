import { describe, expect, test } from 'vitest';
import {
  type FreezingInput,
  type FreezingRules,
  freezeModes,
  thawModes,
} from '../../../../src/engines/modal/advance/freeze-modes.ts';
import { stepLimit } from '../../../../src/engines/modal/advance/step-limit.ts';

const omegas = Float64Array.of(100, 1000, 10000);
const body = { omegas, modes: 3 };
const rules = { raise: 1e-5, lower: 1e-7, literal: false };

function input(changes: Partial<FreezingInput>): FreezingInput {
  const none = new Float64Array(3);
  return {
    first: 0,
    simulated: 0,
    estimate: none,
    before: none,
    span: 1e-3,
    spanBefore: 1e-3,
    loads: none,
    loadsBefore: none,
    kicks: none,
    velocities: none,
    since: 1,
    ...changes,
  };
}

/** Both rules, for forces that no choice of the solver is in. */
function adaptModes(
  of: Parameters<typeof thawModes>[0],
  given: FreezingInput,
  modal: Float64Array,
  by: FreezingRules,
): number {
  const raised = thawModes(of, given, modal, by);
  return raised > given.simulated ? raised : freezeModes(of, given, modal, by);
}

describe('raising modes', () => {
  test('up to the highest whose force changes, whatever its sign', () => {
    const modal = new Float64Array(3);
    expect(adaptModes(body, input({ estimate: Float64Array.of(0, -1, 0) }), modal, rules)).toBe(2);
    expect(adaptModes(body, input({ estimate: Float64Array.of(0, 1, 1e-6) }), modal, rules)).toBe(2);
    // as printed, a push the other way raises nothing
    const literal = { ...rules, literal: true };
    expect(adaptModes(body, input({ estimate: Float64Array.of(0, -1, 0) }), modal, literal)).toBe(0);
  });

  test('not where only the step has changed its length', () => {
    const push = Float64Array.of(3, 3, 3);
    const longer = input({ estimate: push, before: push, span: 1e-3, spanBefore: 1e-4 });
    expect(adaptModes(body, longer, new Float64Array(3), rules)).toBe(0);
    expect(adaptModes(body, longer, new Float64Array(3), { ...rules, literal: true })).toBe(3);
  });

  test('by loads that change and clamps that move, too', () => {
    const some = Float64Array.of(0, 0, 10);
    expect(adaptModes(body, input({ loads: some }), new Float64Array(3), rules)).toBe(3);
    expect(adaptModes(body, input({ kicks: some }), new Float64Array(3), rules)).toBe(3);
  });
});

test('a change that gives a mode next to nothing is no reason to simulate it, but many of them are', () => {
  const modal = new Float64Array(3);
  const little = input({ estimate: Float64Array.of(0, 0, 1), before: Float64Array.of(0, 0, 0.9) });
  expect(adaptModes(body, little, modal, rules)).toBe(0);
  expect(adaptModes(body, little, modal, { ...rules, literal: true })).toBe(3);
  const drifted = input({ estimate: Float64Array.of(0, 0, 10), before: Float64Array.of(0, 0, 9.9) });
  expect(adaptModes(body, drifted, modal, rules)).toBe(3);
});

describe('lowering modes', () => {
  const push = Float64Array.of(2, 2, 2);
  const held = { simulated: 3, estimate: push, before: push };

  test('freezes them where their load holds them, never at zero', () => {
    const modal = Float64Array.of(1, 2e-6 + 1e-9, 2e-8);
    expect(adaptModes(body, input(held), modal, rules)).toBe(1);
    expect(modal[1]).toBeCloseTo(2e-6, 15);
    expect(modal[2]).toBeCloseTo(2e-8, 15);
    // as printed, what carries a load is never still
    expect(
      adaptModes(body, input(held), Float64Array.of(1, 2e-6, 2e-8), {
        ...rules,
        lower: 1e-12,
        literal: true,
      }),
    ).toBe(3);
  });

  test('keeps what moves, and what would be raised again at once', () => {
    const still = Float64Array.of(2e-4, 2e-6, 2e-8);
    expect(adaptModes(body, input(held), still.slice(), rules)).toBe(0);
    const moving = { ...held, velocities: Float64Array.of(0, 1e-3, 0) };
    expect(adaptModes(body, input(moving), still.slice(), rules)).toBe(2);
    const pushed = { ...held, before: Float64Array.of(2, 2, -8) };
    expect(adaptModes(body, input(pushed), still.slice(), rules)).toBe(3);
  });

  test('waits for five periods of each since any was raised, for what is frozen and raised in turn hums', () => {
    const still = Float64Array.of(2e-4, 2e-6, 2e-8);
    const keptAfter = (periods: number, omega: number): number =>
      adaptModes(body, input({ ...held, since: (periods * 2 * Math.PI) / omega }), still.slice(), rules);
    expect(keptAfter(4.99, 10000)).toBe(3);
    expect(keptAfter(5.01, 10000)).toBe(2);
    expect(keptAfter(4.99, 100)).toBe(1);
    expect(keptAfter(5.01, 100)).toBe(0);
  });
});

test('a step is a part of the highest simulated period, or the longest allowed', () => {
  expect(stepLimit(body, 0, 6.5, 1e-3)).toBe(1e-3);
  expect(stepLimit(body, 1, 6.5, 1e-3)).toBe(1e-3);
  expect(stepLimit(body, 3, 6.5, 1e-3)).toBeCloseTo((2 * Math.PI) / 65000, 12);
});
