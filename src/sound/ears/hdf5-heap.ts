// Objects of a fractal heap: where HDF5 keeps the names of a group that has many.
//
// The heap is one line of addresses cut into blocks: `width` blocks a row, rows 0 and 1 of the first size, each later
// row of twice the one before. An object's id holds its place on that line.

import type { Hdf5File } from './hdf5.ts';
import { refusal } from './hdf5-refusal.ts';

/** The address in the file of the object whose id stands at `id`. */
export function fractalObject(file: Hdf5File, heap: number, id: number): number {
  const { view } = file;
  file.expect(heap, 'FRHP');
  if (view.getUint16(heap + 7, true) !== 0)
    throw refusal('the names of its arrays are compressed', 'root group');
  if ((view.getUint8(id) & 0x30) !== 0) throw refusal('a name is kept in an unusual place', 'root group');
  const offset = file.unsigned(id + 1, Math.ceil(view.getUint16(heap + 128, true) / 8));
  const root = file.address(heap + 132);
  const rows = view.getUint16(heap + 140, true);
  if (rows === 0) return root + offset;

  const width = view.getUint16(heap + 110, true);
  const first = file.address(heap + 112);
  const largest = file.address(heap + 120);
  file.expect(root, 'FHIB');
  let entry = root + 13 + Math.ceil(view.getUint16(heap + 128, true) / 8);
  let start = 0;
  for (let row = 0, size = first; row < rows; row++) {
    if (row > 1) size *= 2;
    if (size > largest) break;
    for (let column = 0; column < width; column++) {
      if (offset < start + size) return file.address(entry) + offset - start;
      start += size;
      entry += 8;
    }
  }
  throw refusal('it has too many arrays', 'root group');
}
