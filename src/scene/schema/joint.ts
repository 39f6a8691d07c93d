// A joint in a scene file. Where it sits is said in the world at the start, or in each body's own model coordinates.

import * as z from 'zod';
import { coordinate, name, nonNegative, number, pose, positive, vec3 } from './values.ts';

export const joint = z
  .strictObject({
    name: name.optional(),
    kind: z.enum(['ball', 'hinge', 'slider', 'fixed', 'distance']),
    a: name.describe('a body'),
    b: name.optional().describe('another body; the world unless said'),
    at: vec3.optional().describe("world point at the start [m]; the first body's centre of mass unless said"),
    to: vec3.optional().describe('distance joints: the point on the second body, world [m]'),
    axis: z
      .union([z.enum(['x', 'y', 'z']), vec3])
      .optional()
      .describe('of a hinge or slider, world; x unless said'),
    frameA: pose
      .optional()
      .describe(
        "instead of at and axis: the joint's frame in the first body's model coordinates, its x axis the axis",
      ),
    frameB: pose.optional().describe("the same in the second body's model coordinates"),
    length: nonNegative.optional().describe('distance joints [m]; the distance at the start unless said'),
    limits: z.tuple([coordinate, coordinate]).optional().describe('lower and upper [rad or m]'),
    limitsDegrees: z.tuple([coordinate, coordinate]).optional(),
    spring: z
      .strictObject({ stiffness: nonNegative, damping: nonNegative.optional(), rest: coordinate.optional() })
      .optional(),
    motor: z
      .strictObject({
        targetSpeed: number.optional().describe('[rad/s or m/s]'),
        targetPosition: coordinate.optional().describe('[rad or m]'),
        maxForce: positive.describe('[N m or N]'),
      })
      .optional(),
    breakForce: positive.optional().describe('[N]'),
    collide: z.boolean().optional().describe('whether the two bodies touch each other; false unless said'),
  })
  .meta({ id: 'joint' });

export type JointFile = z.input<typeof joint>;
