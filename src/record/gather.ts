// Turns the records of a chunk's frames into the columns of its streams.

import type { FrameRecord } from './frame-record.ts';
import type { NumberArray } from './container/npy.ts';
import { INPUT_KINDS } from './types.ts';

const noIntegers = new Uint32Array(0);
const noNumbers = new Float64Array(0);

/** The parts of every stream over the frames of a chunk, by the stream's name. */
export function gatherColumns(records: readonly FrameRecord[]): Record<string, NumberArray[]> {
  const all = (part: (record: FrameRecord) => NumberArray) => records.map(part);
  const numbers = (part: (record: FrameRecord) => number) => [Float64Array.from(records, part)];
  const starts = (count: (record: FrameRecord) => number) => [startsOf(records, count)];
  const valueCount = (record: FrameRecord) =>
    record.inputs.reduce((sum, input) => sum + input.values.length, 0);
  return {
    time: numbers((r) => r.frame.time),
    pose: all((r) => r.frame.poses),
    velocity: all((r) => r.frame.velocities),
    vertices: all((r) => r.frame.vertices),
    bends: all((r) => r.frame.bends ?? noNumbers),
    stray: numbers((r) => r.stray),
    steps: [Uint32Array.from(records, (r) => r.steps)],
    report: all((r) => r.report),
    wall: numbers((r) => r.wallMs),
    'absent/start': starts((r) => r.frame.absent?.length ?? 0),
    'absent/body': all((r) => r.frame.absent ?? noIntegers),
    'path/start': starts((r) => r.path.times.length),
    'path/time': all((r) => r.path.times),
    'path/pose': all((r) => r.path.poses),
    'turns/start': starts((r) => r.turns.times.length),
    'turns/vertex': all((r) => r.turns.vertices),
    'turns/time': all((r) => r.turns.times),
    'turns/position': all((r) => r.turns.positions),
    'contacts/start': starts((r) => r.contacts.count),
    'contacts/pair': all((r) => r.contacts.pair),
    'contacts/body': all((r) => r.contacts.body),
    'contacts/other': all((r) => r.contacts.other),
    'contacts/feature': all((r) => r.contacts.feature),
    'contacts/point': all((r) => r.contacts.point),
    'contacts/normal': all((r) => r.contacts.normal),
    'contacts/normalImpulse': all((r) => r.contacts.normalImpulse),
    'contacts/tangentialImpulse': all((r) => r.contacts.tangentialImpulse),
    'contacts/gap': all((r) => r.contacts.gap),
    'contacts/slip': all((r) => r.contacts.slip),
    'contacts/duration': all((r) => r.contacts.duration),
    'contacts/began': all((r) => r.contacts.start),
    'contacts/friction': all((r) => r.contacts.friction),
    'reactions/start': starts((r) => r.reactions?.joint.length ?? 0),
    'reactions/joint': all((r) => r.reactions?.joint ?? noIntegers),
    'reactions/began': all((r) => r.reactions?.start ?? noNumbers),
    'reactions/duration': all((r) => r.reactions?.duration ?? noNumbers),
    'reactions/force': all((r) => r.reactions?.force ?? noNumbers),
    'reactions/torque': all((r) => r.reactions?.torque ?? noNumbers),
    'inputs/start': starts((r) => r.inputs.length),
    'inputs/time': all((r) => Float64Array.from(r.inputs, (input) => input.time)),
    'inputs/kind': all((r) => Uint32Array.from(r.inputs, (input) => INPUT_KINDS.indexOf(input.kind))),
    'inputs/target': all((r) => Uint32Array.from(r.inputs, (input) => input.target)),
    'inputs/count': all((r) => Uint32Array.from(r.inputs, (input) => input.values.length)),
    'inputValues/start': starts(valueCount),
    'inputValues/value': all((r) => Float64Array.from(r.inputs.flatMap((input) => input.values))),
  };
}

function startsOf(records: readonly FrameRecord[], count: (record: FrameRecord) => number): Uint32Array {
  const starts = new Uint32Array(records.length + 1);
  records.forEach((record, i) => {
    starts[i + 1] = starts[i] + count(record);
  });
  return starts;
}
