// What there is to see of a specification: its tree of frames where the text puts them, and its controls.

import { FrameMotion } from '../../../../src/engines/program/index.ts';
import type { System } from '../../../../src/lagrange/index.ts';
import type { FrameLook, Look } from './messages.ts';

/** @param system  elaborated with constants as numbers */
export function lookOf(system: System): Look {
  const motion = new FrameMotion(system);
  const guesses = Float64Array.from(system.variables, ({ guess }) => guess);
  motion.update(guesses, new Float64Array(guesses.length));
  const bears = bearings(system);
  const cameras = new Map(system.cameras.map(({ frame, numbers }) => [frame, numbers[0] ?? 0]));
  const named = system.modes.slice(1).map(({ name }) => name);
  return {
    name: system.name,
    frames: system.frames.map(({ name, parent, span }, f): FrameLook => {
      const camera = cameras.get(f);
      return {
        name,
        parent,
        span,
        position: [...motion.positions.subarray(3 * f, 3 * f + 3)],
        rotation: [...motion.rotations.subarray(4 * f, 4 * f + 4)],
        linear: [...motion.linear.subarray(9 * f, 9 * f + 9)],
        bears: bears[f],
        ...(camera === undefined ? {} : { camera }),
      };
    }),
    controls: system.controls.map(({ name, device, keys, value, range }) => ({
      name,
      device,
      keys,
      value,
      ...(range === undefined ? {} : { range }),
    })),
    modes: named.length === 0 ? [''] : named,
    variables: system.variables.length,
    constraints: system.modes[0].constraints.length + (system.modes[1]?.constraints.length ?? 0),
  };
}

function bearings({ frames, variables, shapes, masses, cameras, lights }: System): string[][] {
  const lists: string[][] = frames.map(() => []);
  for (const { frame, component, implicit } of variables) if (!implicit) lists[frame].push(component);
  for (const { frame, inertia } of masses) lists[frame].push(inertia === undefined ? 'point mass' : 'body');
  for (const { frame, kind } of shapes) lists[frame].push(kind);
  for (const { frame } of cameras) lists[frame].push('camera');
  for (const { frame } of lights) lists[frame].push('light');
  return lists;
}
