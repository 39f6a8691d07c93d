import { expect, test } from 'vitest';
import { isStroke, type Stroke } from '../../../studio/src/model/shortcuts.ts';

const stroke = (key: string, held: Partial<Stroke> = {}): Stroke => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test('a key is meant with exactly what is held beside it', () => {
  expect(isStroke('Space', stroke(' '))).toBe(true);
  expect(isStroke('L', stroke('l'))).toBe(true);
  expect(isStroke('L', stroke('L', { shiftKey: true }))).toBe(false);
  expect(isStroke('ArrowLeft', stroke('ArrowLeft', { shiftKey: true }))).toBe(false);
  expect(isStroke('Shift+ArrowLeft', stroke('ArrowLeft', { shiftKey: true }))).toBe(true);
  expect(isStroke('Ctrl+Z', stroke('z', { ctrlKey: true }))).toBe(true);
  expect(isStroke('Ctrl+Z', stroke('z', { metaKey: true }))).toBe(true);
  expect(isStroke('Ctrl+Z', stroke('Z', { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(isStroke('Z', stroke('z', { ctrlKey: true }))).toBe(false);
});

test('symbols mean the same wherever the keyboard puts them', () => {
  expect(isStroke('?', stroke('?', { shiftKey: true }))).toBe(true);
  expect(isStroke('?', stroke('?'))).toBe(true);
  expect(isStroke('+', stroke('+', { shiftKey: true }))).toBe(true);
  expect(isStroke('.', stroke('.', { altKey: true }))).toBe(false);
});
