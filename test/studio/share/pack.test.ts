import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LARGEST_SCENE, LONGEST_LINK, packText, unpackText } from '../../../studio/src/share/pack.ts';

test('every text comes back from its link, and the link needs no escaping', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3000 }), async (text) => {
      const packed = await packText(text);
      expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(await unpackText(packed)).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test('what inflates beyond bounds is given up', async () => {
  const bomb = await packText('a'.repeat(20 * LARGEST_SCENE));
  // Deflate squeezes at most a thousandfold: a bomb this size fits the longest link only just not.
  const short = await packText('a'.repeat(LARGEST_SCENE + 1));
  expect(short.length).toBeLessThan(LONGEST_LINK);
  await expect(unpackText(short)).rejects.toThrow(/too large/);
  await expect(unpackText(bomb)).rejects.toThrow(/too large/);
});

test('what is no link of ours is told apart', async () => {
  const packed = await packText('{"name":"x"}');
  for (const broken of [
    '',
    '!!!!',
    '<script>',
    'AAAA',
    packed.slice(0, -4),
    `${packed}=`,
    '%00',
    'a'.repeat(5),
  ])
    await expect(unpackText(broken)).rejects.toThrow(/carries no scene/);
  await expect(unpackText('A'.repeat(LONGEST_LINK + 1))).rejects.toThrow(/too large/);
});

test('random links are refused or give text, and nothing worse', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 200 }), async (packed) => {
      await unpackText(packed).then(
        (text) => expect(typeof text).toBe('string'),
        (error) => expect(error.name).toBe('Complaint'),
      );
    }),
    { numRuns: 200 },
  );
});
