// The streams of format version 2.
//
// What is many and alike from row to row is kept as byte planes (container/planes.ts): contacts as they are, since much of a
// step's is that of the step before, bit for bit; knots as second differences, since between contacts motion is smooth.

import { frameStreams, inputColumns, inputValueColumns, reactionColumns } from './common-streams.ts';
import { type ColumnEntry, columnsOf, type Group, type Sizes, startsOf, type Stream } from './stream.ts';

const GROUPS: readonly Group[] = [
  'absent',
  'path',
  'moved',
  'motion',
  'turns',
  'vertexKnots',
  'vertexMotion',
  'contacts',
  'contactSteps',
  'reactions',
  'inputs',
  'inputValues',
];

const contactColumns: Readonly<Record<string, ColumnEntry>> = {
  pair: ['<u4', [], '1', 'number of the contact, as the engine counts', 0],
  body: ['<u4', [2], '1', 'both bodies, deformables counted on from the rigid bodies', 0],
  feature: ['<u4', [2], '1', 'of both: 4 × index + (0 vertex, 1 edge, 2 face)', 0],
  point: ['<f8', [2, 3], 'm', 'where on both, body coordinates (world coordinates for deformables)', 0],
  normal: ['<f8', [3], '1', 'unit normal in the world, out of the second body into the first', 0],
  normalImpulse: ['<f8', [], 'N s', 'impulse on the first body along the normal', 0],
  tangentialImpulse: ['<f8', [3], 'N s', 'impulse on the first body across the normal', 0],
  gap: ['<f4', [], 'm', 'how far apart the surfaces are when the step ends', 0],
  slip: [
    '<f4',
    [3],
    'm/s',
    "velocity of the first body's point against the second's then, across the normal",
    0,
  ],
  friction: ['<f8', [], '1', 'friction coefficient of the pair', 0],
};

export function streamsOfVersion2(sizes: Sizes): Stream[] {
  return [
    ...frameStreams(sizes),
    ...GROUPS.map(startsOf),
    ...columnsOf('absent', { body: ['<u4', [], '1', 'a body that is not there in the frame'] }),
    ...columnsOf('path', { time: ['<f8', [], 's', 'when the knot is', 1] }),
    ...columnsOf('moved', {
      body: ['<u4', [], '1', 'a body that is not at every knot where it is in the frame'],
    }),
    ...columnsOf('motion', {
      pose: ['<f8', [], 'm, 1', "each number of each moved body's pose, at one knot after the other", 2],
    }),
    ...columnsOf('turns', {
      vertex: ['<u4', [], '1', 'which vertex turns', 0],
      time: ['<f8', [], 's', 'when', 0],
      position: ['<f8', [3], 'm', 'where', 0],
    }),
    ...columnsOf('vertexKnots', {
      deformable: ['<u4', [], '1', 'whose vertices these are, in increasing order'],
      time: ['<f8', [], 's', 'when the knot is'],
    }),
    ...columnsOf('vertexMotion', {
      position: [
        '<f8',
        [],
        'm',
        "each coordinate of each of a deformable's vertices, at one knot after the other",
        2,
      ],
    }),
    ...columnsOf('contacts', contactColumns),
    ...columnsOf('contactSteps', {
      began: ['<f8', [], 's', 'when the step began'],
      duration: ['<f8', [], 's', 'how long the step was'],
      count: ['<u4', [], '1', 'how many of the contacts are of this step'],
    }),
    ...columnsOf('reactions', reactionColumns),
    ...columnsOf('inputs', inputColumns),
    ...columnsOf('inputValues', inputValueColumns),
  ];
}
