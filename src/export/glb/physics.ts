// What KHR_physics_rigid_bodies says of a scene's bodies, so that other programs get them whole: mass, inertia,
// velocities at the start, shapes, friction and restitution, and which nodes are joined how.
//
// A body's node is its body frame: the centre of mass is its origin and its axes are principal. Friction of a pair is
// √(μ₁μ₂) here, which the extension cannot say; the average comes nearest. Gravity is the other program's.

import { conjugate, rotate } from '../../scene/pose.ts';
import {
  type Body,
  FREEDOMS,
  type Joint,
  type Pose,
  type Scene,
  type Shape,
  type Vec3,
} from '../../scene/index.ts';

const PHYSICS = 'KHR_physics_rigid_bodies';
const SHAPES = 'KHR_implicit_shapes';

export class PhysicsExtension {
  private readonly scene: Scene;
  private readonly shapes: object[] = [];
  private readonly materials: object[] = [];
  private readonly joints: object[] = [];
  private readonly known = new Map<string, number>();

  constructor(scene: Scene) {
    this.scene = scene;
  }

  /** What a body's node says. @param mesh  of the file, which is the shape where there is no simpler one */
  node(body: Body, mesh: number): object {
    const material = this.store(this.materials, {
      staticFriction: body.material.friction,
      dynamicFriction: body.material.friction,
      restitution: body.material.restitution,
      frictionCombine: 'average',
      restitutionCombine: 'maximum',
    });
    const collider = { geometry: this.geometry(body.shape, mesh), physicsMaterial: material };
    const motion = body.motion === 'static' ? {} : { motion: motionOf(body) };
    return { [PHYSICS]: { ...motion, collider } };
  }

  /** Nodes for the joints: one on each body, or in the world. @param first  the number of the first of them */
  jointNodes(first: number): { readonly parent: number; readonly node: object }[] {
    return this.scene.joints.flatMap((joint, j) => {
      const described = this.store(this.joints, jointOf(joint));
      const at = first + 2 * j;
      // The coordinate is measured from the joint's node to the connected one: from b to a.
      const use = {
        connectedNode: at + 1,
        joint: described,
        ...(joint.collide ? { enableCollision: true } : {}),
      };
      return [
        {
          parent: joint.b,
          node: { name: joint.name, ...placed(joint.frameB), extensions: { [PHYSICS]: { joint: use } } },
        },
        { parent: joint.a, node: { name: `${joint.name} end`, ...placed(joint.frameA) } },
      ];
    });
  }

  root(): object {
    return {
      extensionsUsed: [PHYSICS, ...(this.shapes.length > 0 ? [SHAPES] : [])],
      extensions: {
        ...(this.shapes.length > 0 ? { [SHAPES]: { shapes: this.shapes } } : {}),
        [PHYSICS]: {
          physicsMaterials: this.materials,
          ...(this.joints.length > 0 ? { physicsJoints: this.joints } : {}),
        },
      },
    };
  }

  private geometry(shape: Shape, mesh: number): object {
    const implicit = implicitOf(shape);
    return implicit === undefined ? { mesh } : { shape: this.store(this.shapes, implicit) };
  }

  private store(list: object[], item: object): number {
    const key = JSON.stringify(item);
    let number = this.known.get(key);
    if (number === undefined) {
      number = list.push(item) - 1;
      this.known.set(key, number);
    }
    return number;
  }
}

function motionOf(body: Body): object {
  const inBody = (v: Vec3) => rotate(conjugate(body.pose.orientation), v);
  const velocities = {
    linearVelocity: inBody(body.velocity),
    angularVelocity: inBody(body.angularVelocity),
  };
  if (body.motion === 'kinematic') return { isKinematic: true, ...velocities };
  const isHeld = body.fixed.slice(3).every((held) => held);
  return {
    mass: body.mass,
    centerOfMass: [0, 0, 0],
    // Zero stands for infinite.
    inertiaDiagonal: isHeld ? [0, 0, 0] : body.inertia,
    ...velocities,
  };
}

/** Round shapes of the extension stand along y: others stay meshes. */
function implicitOf(shape: Shape): object | undefined {
  switch (shape.kind) {
    case 'sphere':
      return { type: 'sphere', sphere: { radius: shape.radius } };
    case 'box':
      return { type: 'box', box: { size: shape.size } };
    case 'capsule':
    case 'cylinder': {
      if (!(Math.abs(shape.axis[1]) > 0.999999)) return undefined;
      const { radius, length } = shape;
      return { type: shape.kind, [shape.kind]: { height: length, radiusTop: radius, radiusBottom: radius } };
    }
    default:
      return undefined;
  }
}

function jointOf({ kind, limits, spring, motor, length, cone, twist, coordinates }: Joint): object {
  const held = (axes: string, ...which: number[]) => ({ [axes]: which, min: 0, max: 0 });
  const range = (axes: string) =>
    limits === undefined ? [] : [{ [axes]: [0], min: limits[0], max: limits[1] }];
  const point = held('linearAxes', 0, 1, 2);
  const ranges: Readonly<Record<Joint['kind'], object[]>> = {
    fixed: [point, held('angularAxes', 0, 1, 2)],
    ball: [
      point,
      ...(limits === undefined ? [] : [{ angularAxes: [1, 2], min: Math.max(0, limits[0]), max: limits[1] }]),
      ...(cone === undefined ? [] : [{ angularAxes: [1, 2], min: 0, max: cone }]),
      ...(twist === undefined ? [] : [{ angularAxes: [0], min: twist[0], max: twist[1] }]),
    ],
    hinge: [point, held('angularAxes', 1, 2), ...range('angularAxes')],
    slider: [held('linearAxes', 1, 2), held('angularAxes', 0, 1, 2), ...range('linearAxes')],
    cylindrical: [held('linearAxes', 1, 2), held('angularAxes', 1, 2), ...bounds(coordinates)],
    universal: [point, held('angularAxes', 2), ...bounds(coordinates)],
    // The extension knows no joints that couple: it sees what they leave free.
    screw: [held('linearAxes', 1, 2), held('angularAxes', 1, 2)],
    gear: [],
    rack: [],
    'six-dof': bounds(coordinates),
    distance: [
      {
        linearAxes: [0, 1, 2],
        min: Math.max(0, length + (limits?.[0] ?? 0)),
        max: length + (limits?.[1] ?? 0),
        ...(spring === undefined ? {} : { stiffness: spring.stiffness, damping: spring.damping }),
      },
    ],
  };
  const drives = kind === 'hinge' || kind === 'slider' ? drivesOf(kind, spring, motor) : [];
  return { limits: ranges[kind], ...(drives.length > 0 ? { drives } : {}) };
}

function bounds(coordinates: Joint['coordinates']): object[] {
  return FREEDOMS.flatMap((freedom, i) => {
    const limits = coordinates?.[freedom]?.limits;
    if (limits === undefined) return [];
    return [{ [i < 3 ? 'linearAxes' : 'angularAxes']: [i % 3], min: limits[0], max: limits[1] }];
  });
}

function drivesOf(kind: 'hinge' | 'slider', spring: Joint['spring'], motor: Joint['motor']): object[] {
  const common = { type: kind === 'hinge' ? 'angular' : 'linear', mode: 'force', axis: 0 };
  return [
    ...(spring === undefined
      ? []
      : [{ ...common, stiffness: spring.stiffness, damping: spring.damping, positionTarget: spring.rest }]),
    ...(motor === undefined
      ? []
      : [
          {
            ...common,
            maxForce: motor.maxForce,
            // As stiff as its greatest force at a thousandth of a unit off.
            ...(motor.targetPosition === undefined
              ? { velocityTarget: motor.targetSpeed ?? 0, damping: 1000 * motor.maxForce }
              : { positionTarget: motor.targetPosition, stiffness: 1000 * motor.maxForce }),
          },
        ]),
  ];
}

function placed({ position, orientation }: Pose): object {
  return { translation: position, rotation: orientation };
}
