// The streams that are the same in every version of the format.

import { INPUT_KINDS } from '../types.ts';
import { type ColumnEntry, frameStream, type Sizes, type Stream } from './stream.ts';

/** One row a frame each. */
export function frameStreams({ bodies, vertices, reportColumns, bends = 0 }: Sizes): Stream[] {
  return [
    frameStream('time', [], 's', 'when the frame is'),
    frameStream(
      'pose',
      [bodies, 7],
      'm, 1',
      'position and orientation quaternion x y z w of each body frame',
    ),
    frameStream(
      'velocity',
      [bodies, 6],
      'm/s, rad/s',
      'linear and angular velocity of each body, world axes',
    ),
    frameStream('vertices', [vertices, 3], 'm', "positions of all deformables' vertices"),
    frameStream('bends', [bends], 'see bending.json', 'coordinates of the modes of bodies that bend'),
    frameStream(
      'stray',
      [],
      'm',
      'how far any vertex may be from the straight line since the frame before; infinite: not known',
    ),
    frameStream('steps', [], '1', 'steps or events since the frame before', '<u4'),
    frameStream('report', [reportColumns], 'see columns', "the engine's report"),
    frameStream('wall', [], 'ms', 'what computing the frame took'),
  ];
}

type Columns = Readonly<Record<string, ColumnEntry>>;

export const reactionColumns: Columns = {
  joint: ['<u4', [], '1', 'index of the joint'],
  began: ['<f8', [], 's', 'when the step began'],
  duration: ['<f8', [], 's', 'how long the step was'],
  force: ['<f8', [3], 'N', 'mean force of the joint on its body a, world axes'],
  torque: ['<f8', [3], 'N m', "mean torque on it about the joint's point, world axes"],
};

export const inputColumns: Columns = {
  time: ['<f8', [], 's', 'when it came'],
  kind: ['<u4', [], '1', `index into ${INPUT_KINDS.join(', ')}`],
  target: ['<u4', [], '1', 'index of the body, joint, parameter or control'],
  count: ['<u4', [], '1', 'how many of the values in inputValues are its own'],
};

export const inputValueColumns: Columns = {
  value: ['<f8', [], '', 'the values of all inputs, one after the other'],
};
