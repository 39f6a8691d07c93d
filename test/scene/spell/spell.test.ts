import { describe, expect, test } from 'vitest';
import { FaultError } from '../../../src/scene/fault/fault.ts';
import { resolveScene } from '../../../src/scene/resolve/resolve.ts';
import { layOut } from '../../../src/scene/spell/layout.ts';
import { spell } from '../../../src/scene/spell/spell.ts';

describe('a text as cells', () => {
  test('fills the squares of its letters, lines below one another', () => {
    const { columns, rows, filled } = layOut('L\ni', 50);
    expect(columns).toBe(5);
    expect(rows).toBe(17);
    const drawn = Array.from({ length: rows }, (_, r) =>
      Array.from({ length: columns }, (_, c) =>
        filled.some(([x, y]) => x === c && y === r) ? '#' : '.',
      ).join(''),
    );
    expect(drawn.slice(0, 7)).toEqual([...Array(6).fill('#....'), '#####']);
    expect(drawn.slice(10)).toEqual(['#....', '.....', ...Array(5).fill('#....')]);
  });

  test('breaks lines at blanks and never inside a word', () => {
    const narrow = layOut('mm mm mm', 12);
    expect(narrow.columns).toBe(11);
    expect(narrow.rows).toBe(27);
    expect(layOut('mmmm', 12).rows).toBe(7);
  });

  test('says which letter it does not know', () => {
    expect(() => layOut('naïve', 50)).toThrow(FaultError);
    expect(() => layOut('naïve', 50)).toThrow(/ï/);
    expect(() => layOut('  ', 50)).toThrow(/nothing/);
    expect(() => layOut('a'.repeat(5000), 50)).toThrow(/too long/);
  });
});

describe('a scene that spells', () => {
  test('puts one ball into each cell, clear of walls and neighbours', () => {
    const { scene } = resolveScene(spell('hello', 'Hello', { seed: 3, scatter: 1 }));
    const balls = scene.bodies.filter(({ shape }) => shape.kind === 'sphere');
    expect(balls).toHaveLength(layOut('Hello', 110).filled.length);
    for (const { pose, shape } of balls) {
      const radius = shape.kind === 'sphere' ? shape.radius : 0;
      expect(pose.position[2]).toBeCloseTo(radius, 12);
      for (const other of balls) {
        if (other.pose === pose) continue;
        const [x, y] = [0, 1].map((k) => pose.position[k] - other.pose.position[k]);
        expect(Math.hypot(x, y)).toBeGreaterThan(2 * radius);
      }
      // the walls stand at half cells: columns 110 or fewer, five letters are 25 wide
      for (const k of [0, 1]) {
        const odd = k === 0 ? layOut('Hello', 110).columns % 2 : layOut('Hello', 110).rows % 2;
        const inCell = (((pose.position[k] / 0.25 + (odd ? 0.5 : 0)) % 1) + 1) % 1;
        expect(Math.min(inCell, 1 - inCell) * 0.25).toBeGreaterThanOrEqual(
          radius + 0.5 * 0.04 * 0.25 - 1e-12,
        );
      }
    }
  });

  test('boxes stand on the bare floor', () => {
    const { scene } = resolveScene(spell('t', 't → −t', { things: 'boxes' }));
    expect(scene.bodies.some(({ name }) => name === 'bins')).toBe(false);
    expect(scene.bodies.filter(({ shape }) => shape.kind === 'box').length).toBeGreaterThan(20);
  });
});
