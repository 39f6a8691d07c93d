// The streams of format version 1, which is read and no longer written.

import { frameStreams, inputColumns, inputValueColumns, reactionColumns } from './common-streams.ts';
import { columnsOf, type Group, type Sizes, startsOf, type Stream } from './stream.ts';

const GROUPS: readonly Group[] = ['path', 'turns', 'contacts', 'reactions', 'inputs', 'inputValues'];

export function streamsOfVersion1(sizes: Sizes): Stream[] {
  return [
    ...frameStreams(sizes),
    ...GROUPS.map(startsOf),
    ...columnsOf('path', {
      time: ['<f8', [], 's', 'when the knot is'],
      pose: ['<f8', [sizes.bodies, 7], 'm, 1', 'poses at the knot'],
    }),
    ...columnsOf('turns', {
      vertex: ['<u4', [], '1', 'which vertex turns'],
      time: ['<f8', [], 's', 'when'],
      position: ['<f8', [3], 'm', 'where'],
    }),
    ...columnsOf('contacts', {
      pair: ['<u4', [], '1', 'number of the contact in its frame, the same for both sides'],
      body: ['<u4', [], '1', 'the body, deformables counted on from the rigid bodies'],
      other: ['<u4', [], '1', 'the other body'],
      feature: ['<u4', [], '1', '4 × index + (0 vertex, 1 edge, 2 face)'],
      point: ['<f8', [3], 'm', 'where, body coordinates (world coordinates for deformables)'],
      normal: ['<f8', [3], '1', 'unit normal in the world, out of the other body'],
      normalImpulse: ['<f8', [], 'N s', 'impulse on the body along the normal'],
      tangentialImpulse: ['<f8', [3], 'N s', 'impulse on the body across the normal'],
      began: ['<f8', [], 's', 'when the step began'],
      duration: ['<f8', [], 's', 'how long the step was'],
      friction: ['<f8', [], '1', 'friction coefficient of the pair'],
    }),
    ...columnsOf('reactions', reactionColumns),
    ...columnsOf('inputs', inputColumns),
    ...columnsOf('inputValues', inputValueColumns),
  ];
}
