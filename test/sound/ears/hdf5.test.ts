import { expect, test } from 'vitest';
import { Hdf5File } from '../../../src/sound/ears/hdf5.ts';
import { writeHdf5 } from './write-hdf5.ts';

test('arrays come back as they were written, in one block or in chunks that stick out', () => {
  const values = Array.from({ length: 5 * 3 * 7 }, (_, i) => Math.sin(i) * 10 ** (i % 9));
  for (const chunk of [undefined, [5, 3, 7], [2, 3, 4], [1, 1, 1]]) {
    const file = new Hdf5File(
      writeHdf5({ a: { shape: [5, 3, 7], values, chunk, texts: { Units: 'metre' } } }),
    );
    const array = file.read('a');
    expect(array.shape).toEqual([5, 3, 7]);
    expect([...array.values]).toEqual(values);
    expect(array.texts.get('Units')).toBe('metre');
  }
});
