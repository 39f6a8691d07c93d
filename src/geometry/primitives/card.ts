import { box } from './box.ts';
import { definePrimitive, length } from './define.ts';

export const card = definePrimitive(
  'card',
  'a playing card lying in the xy plane, a thin box with its centre at the origin',
  {
    width: length(0.063, 'along x'),
    height: length(0.088, 'along y'),
    thickness: length(0.0003, 'along z'),
  },
  ({ width, height, thickness }) => box.make({ size: [width, height, thickness] }),
);
