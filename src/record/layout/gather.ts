// Turns the records of a chunk's frames into the columns of its streams.

import { type Part, type Series, seriesOf } from '../container/encode-rows.ts';
import type { FrameRecord, Knots } from '../frame-record.ts';
import { INPUT_KINDS } from '../types.ts';
import { type CompactContacts, compactContacts } from './contacts.ts';
import { movedBodies, movedColumns, movedPath } from './path.ts';
import { type KeptVertexKnots, keepVertexKnots } from './vertex-knots.ts';

const noIntegers = new Uint32Array(0);
const noNumbers = new Float64Array(0);

/** A frame in the form in which a recording keeps it. */
export interface KeptFrame {
  readonly record: Omit<FrameRecord, 'path' | 'contacts' | 'vertexKnots'>;
  readonly path: {
    readonly times: Float64Array;
    readonly moved: Uint32Array;
    readonly poses: Series;
    /** Numbers that are held in memory for it. */
    readonly held: number;
  };
  readonly vertexKnots: KeptVertexKnots;
  readonly contacts: CompactContacts;
}

/** @throws RecordingError where contacts do not come in two sides */
export function keepFrame({ path, contacts, vertexKnots, ...record }: FrameRecord): KeptFrame {
  return {
    record,
    path: keepPath(path, record.frame.poses),
    vertexKnots: keepVertexKnots(vertexKnots ?? []),
    contacts: compactContacts(contacts),
  };
}

/** Where few bodies moved their numbers are copied, so that those of all others need not be held until they are written. */
function keepPath(path: Knots, framePoses: Float64Array): KeptFrame['path'] {
  const { times } = path;
  const moved = movedBodies(path.poses, framePoses, times.length);
  if (2 * 7 * moved.length < framePoses.length) {
    const { poses } = movedPath(path, framePoses, moved);
    return { times, moved, poses: seriesOf(poses, 1, [0]), held: poses.length };
  }
  const poses = seriesOf(path.poses, framePoses.length, movedColumns(moved));
  return { times, moved, poses, held: path.poses.length };
}

/** The parts of every stream over the frames of a chunk, by the stream's name. */
export function gatherColumns(frames: readonly KeptFrame[]): Record<string, Part[]> {
  const all = (part: (frame: KeptFrame) => Part) => frames.map(part);
  const numbers = (part: (frame: KeptFrame) => number) => [Float64Array.from(frames, part)];
  return {
    time: numbers(({ record }) => record.frame.time),
    pose: all(({ record }) => record.frame.poses),
    velocity: all(({ record }) => record.frame.velocities),
    vertices: all(({ record }) => record.frame.vertices),
    bends: all(({ record }) => record.frame.bends ?? noNumbers),
    stray: numbers(({ record }) => record.stray),
    steps: [Uint32Array.from(frames, ({ record }) => record.steps)],
    report: all(({ record }) => record.report),
    wall: numbers(({ record }) => record.wallMs),
    'absent/body': all(({ record }) => record.frame.absent ?? noIntegers),
    'path/time': all(({ path }) => path.times),
    'moved/body': all(({ path }) => path.moved),
    'motion/pose': all(({ path }) => path.poses),
    'turns/vertex': all(({ record }) => record.turns.vertices),
    'turns/time': all(({ record }) => record.turns.times),
    'turns/position': all(({ record }) => record.turns.positions),
    'vertexKnots/deformable': all(({ vertexKnots }) => vertexKnots.deformable),
    'vertexKnots/time': all(({ vertexKnots }) => vertexKnots.times),
    'vertexMotion/position': all(({ vertexKnots }) => vertexKnots.positions),
    'contacts/pair': all(({ contacts }) => contacts.pair),
    'contacts/body': all(({ contacts }) => contacts.body),
    'contacts/feature': all(({ contacts }) => contacts.feature),
    'contacts/point': all(({ contacts }) => contacts.point),
    'contacts/normal': all(({ contacts }) => contacts.normal),
    'contacts/normalImpulse': all(({ contacts }) => contacts.normalImpulse),
    'contacts/tangentialImpulse': all(({ contacts }) => contacts.tangentialImpulse),
    'contacts/gap': all(({ contacts }) => contacts.gap),
    'contacts/slip': all(({ contacts }) => contacts.slip),
    'contacts/friction': all(({ contacts }) => contacts.friction),
    'contactSteps/began': all(({ contacts }) => contacts.stepBegan),
    'contactSteps/duration': all(({ contacts }) => contacts.stepDuration),
    'contactSteps/count': all(({ contacts }) => contacts.stepCount),
    'reactions/joint': all(({ record }) => record.reactions?.joint ?? noIntegers),
    'reactions/began': all(({ record }) => record.reactions?.start ?? noNumbers),
    'reactions/duration': all(({ record }) => record.reactions?.duration ?? noNumbers),
    'reactions/force': all(({ record }) => record.reactions?.force ?? noNumbers),
    'reactions/torque': all(({ record }) => record.reactions?.torque ?? noNumbers),
    'inputs/time': all(({ record }) => Float64Array.from(record.inputs, ({ time }) => time)),
    'inputs/kind': all(({ record }) =>
      Uint32Array.from(record.inputs, ({ kind }) => INPUT_KINDS.indexOf(kind)),
    ),
    'inputs/target': all(({ record }) => Uint32Array.from(record.inputs, ({ target }) => target)),
    'inputs/count': all(({ record }) => Uint32Array.from(record.inputs, ({ values }) => values.length)),
    'inputValues/value': all(({ record }) =>
      Float64Array.from(record.inputs.flatMap(({ values }) => values)),
    ),
  };
}

/** The starts of a group, from its column of one number a row. */
export function startsOfParts(parts: readonly Part[], rowLength: number): Uint32Array {
  const starts = new Uint32Array(parts.length + 1);
  parts.forEach((part, i) => {
    starts[i + 1] = starts[i] + part.length / rowLength;
  });
  return starts;
}
