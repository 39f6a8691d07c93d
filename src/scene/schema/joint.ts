// A joint in a scene file. Where it sits is said in the world at the start, or in each body's own model coordinates.

import * as z from 'zod';
import { JOINT_KINDS } from '../types.ts';
import { coordinate, name, nonNegative, number, pose, positive, vec3 } from './values.ts';

const spring = z
  .strictObject({ stiffness: nonNegative, damping: nonNegative.optional(), rest: coordinate.optional() })
  .meta({ id: 'jointSpring' });

const motor = z
  .strictObject({
    targetSpeed: number.optional().describe('[rad/s or m/s]'),
    targetPosition: number.optional().describe('[rad or m]'),
    maxForce: positive.describe('[N m or N]'),
  })
  .meta({ id: 'jointMotor' });

const coordinateRule = z
  .strictObject({
    limits: z
      .tuple([coordinate, coordinate])
      .optional()
      .describe('lower and upper [rad or m]; equal ones lock it'),
    limitsDegrees: z.tuple([coordinate, coordinate]).optional(),
    spring: spring.optional(),
    motor: motor.optional(),
  })
  .meta({ id: 'jointCoordinate' });

export const joint = z
  .strictObject({
    name: name.optional(),
    kind: z.enum(JOINT_KINDS),
    a: name.optional().describe('a body; all but gears and racks need one'),
    b: name.optional().describe('another body; the world unless said'),
    at: vec3.optional().describe("world point at the start [m]; the first body's centre of mass unless said"),
    to: vec3.optional().describe('distance joints: the point on the second body, world [m]'),
    axis: z
      .union([z.enum(['x', 'y', 'z']), vec3])
      .optional()
      .describe(
        'of a hinge, slider, cylindrical joint or screw, and the first of a universal joint, world; x unless said',
      ),
    frameA: pose
      .optional()
      .describe(
        "instead of at and axis: the joint's frame in the first body's model coordinates, its x axis the axis",
      ),
    frameB: pose.optional().describe("the same in the second body's model coordinates"),
    length: nonNegative.optional().describe('distance joints [m]; the distance at the start unless said'),
    limits: z.tuple([coordinate, coordinate]).optional().describe('lower and upper [rad or m]'),
    limitsDegrees: z.tuple([coordinate, coordinate]).optional(),
    spring: spring.optional(),
    motor: motor.optional(),
    coordinates: z
      .strictObject({
        x: coordinateRule.optional(),
        y: coordinateRule.optional(),
        z: coordinateRule.optional(),
        turnX: coordinateRule.optional(),
        turnY: coordinateRule.optional(),
        turnZ: coordinateRule.optional(),
      })
      .optional()
      .describe(
        'travel along and turns about the axes of the joint: of cylindrical joints x and turnX, of universal ones turnX and turnY, of six-dof ones any; what is not named is free',
      ),
    cone: nonNegative
      .max(Math.PI)
      .optional()
      .describe('ball joints: largest angle between the two axes [rad]'),
    coneDegrees: nonNegative.max(180).optional(),
    twist: z
      .tuple([coordinate, coordinate])
      .optional()
      .describe('ball joints: limits of the turn about the axis [rad]'),
    twistDegrees: z.tuple([coordinate, coordinate]).optional(),
    pitch: coordinate.optional().describe('screws: travel for a whole turn [m]'),
    first: name.optional().describe('gears and racks: the joint that drives, a hinge'),
    second: name.optional().describe('gears: the hinge that is driven; racks: the slider'),
    ratio: number
      .optional()
      .describe('gears: turns of the second for one of the first; racks: travel of the slider [m/rad]'),
    breakForce: positive.optional().describe('the joint parts above this [N]'),
    breakTorque: positive.optional().describe('and above this [N m]'),
    collide: z.boolean().optional().describe('whether the two bodies touch each other; false unless said'),
  })
  .meta({ id: 'joint' });

/** A joint, as scene files write it (docs/joints.md). */
export type JointFile = z.input<typeof joint>;
