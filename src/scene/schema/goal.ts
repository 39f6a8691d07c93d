// What a past should be like: entries of `goals`.

import * as z from 'zod';
import { limits } from '../read/limits.ts';
import { name, vec3 } from './values.ts';

const center = vec3.describe('[m]');

const region = z.union([
  z.strictObject({ center, radius: z.number().gt(0).max(1e6).describe('of a ball [m]') }),
  z.strictObject({
    center,
    size: vec3
      .refine((size) => size.every((length) => length > 0), 'every length must be > 0')
      .describe('of a box along the axes of the world [m]'),
  }),
]);

/** One wish about some bodies; which of them was given is seen to where names are. */
export const goal = z.strictObject({
  body: name.optional().describe('whom it is about; all that move unless said here or in bodies'),
  bodies: z.array(name).min(1).max(limits.bodies).optional().describe('several of them, each for itself'),
  startsIn: region.optional().describe('where its centre of mass is at the start'),
  from: vec3.optional().describe('the side from which it comes, seen from where it ends, world axes'),
  passes: vec3.optional().describe('a place that its centre of mass passes [m]'),
  time: z
    .number()
    .min(0)
    .max(1e9)
    .optional()
    .describe(
      'when it is at the place it passes, since the start of the motion [s]; at any time unless said',
    ),
  atMost: z.number().gt(0).max(1e6).optional().describe('how fast its centre of mass ever is [m/s]'),
  by: name.optional().describe('the body that hits it on its way'),
  tolerance: z
    .number()
    .min(0)
    .max(1e6)
    .optional()
    .describe(
      'what it may be missed by and still be met: [m], [m/s] of atMost, degrees of from; unless said the radius of the ' +
        'body for places, 30 degrees for sides, nothing else',
    ),
  weight: z.number().gt(0).max(1e6).optional().describe('against other goals; 1 unless said'),
});

/** A goal in a scene file. */
export type GoalFile = z.infer<typeof goal>;
