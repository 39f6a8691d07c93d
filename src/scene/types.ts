// The resolved scene: what engines, recordings, viewers and the verifier see.
//
// A scene *file* (schema/scene.ts) is what people write: units, names of materials, paths of meshes,
// degrees. Resolving one (resolve.ts) gives this: SI units, meshes loaded, masses integrated,
// every default filled in, everything frozen. Engines read nothing else.

import type { Mesh } from '../geometry/index.ts';

/** x, y and z. */
export type Vec3 = readonly [number, number, number];
/** A unit quaternion, x y z w. */
export type Quaternion = readonly [number, number, number, number];

/** A place, and how something is turned there. */
export interface Pose {
  /** [m] */
  readonly position: Vec3;
  /** How it is turned. */
  readonly orientation: Quaternion;
}

/** What something is made of. */
export interface Material {
  /** By which scenes name it. */
  readonly name: string;
  /** [kg/m³] */
  readonly density: number;
  /** [Pa] */
  readonly youngsModulus: number;
  /** Poisson's ratio ν. */
  readonly poissonRatio: number;
  /** Rayleigh damping, mass-proportional [1/s]; of vibration, where no loss factor is known. */
  readonly dampingAlpha: number;
  /** Rayleigh damping, stiffness-proportional [s]; of vibration, where no loss factor is known. */
  readonly dampingBeta: number;
  /** Contact damping γ of the modal sound model. */
  readonly contactDamping: number;
  /** Dry, against itself. */
  readonly friction: number;
  /** Of a ball of it dropped on a hard floor: 0 … 1. */
  readonly restitution: number;
  /** [m] */
  readonly rollingFriction: number;
  /** Energy lost a radian of vibration as a part of what there is; where it is known it damps instead of α and β. */
  readonly lossFactor?: number;
  /** Mean deviation of its surface Ra [m], where it is not that of the named material: what sliding sounds like. */
  readonly roughness?: number;
  /** How heat moves in it, where that damps plates. */
  readonly thermal?: Thermal;
  /** Where it is a fabric. */
  readonly textile?: Textile;
  /** Of sheets of it, where nothing is said and they are not 1 mm [m]. */
  readonly thickness?: number;
}

/** What of a metal says how much bending loses to heat that flows between its sides. */
export interface Thermal {
  /** Linear expansion [1/K]. */
  readonly expansion: number;
  /** [W/(m K)] */
  readonly conductivity: number;
  /** [J/(kg K)] */
  readonly heatCapacity: number;
}

/** A fabric as a sheet: what no bulk modulus says of threads that slide on each other. Warp first, then weft. */
export interface Textile {
  /** [kg/m²] and [m]. */
  readonly areaDensity: number;
  /** [m] */
  readonly thickness: number;
  /** [N/m] */
  readonly stretch: readonly [number, number];
  /** In its plane [N/m]. */
  readonly shear: number;
  /** [N m] */
  readonly bend: readonly [number, number];
}

/** A scripted motion of the body frame; between two keys the motion is linear in (rotation vector, position). */
export interface Path {
  /** Key times [s], increasing. */
  readonly times: readonly number[];
  /** Where the body frame is at each key. */
  readonly poses: readonly Pose[];
  /** After the last key: stay there, repeat from the first, or be released as a dynamic body. */
  readonly after: 'hold' | 'repeat' | 'release';
}

/** The analytic shape behind a mesh, in body coordinates, where there is one. Sizes [m]. */
export type Shape =
  | { readonly kind: 'mesh' }
  | {
      readonly kind: 'sphere';
      /** [m] */
      readonly radius: number;
    }
  | {
      readonly kind: 'box';
      /** Along its axes [m]. */
      readonly size: Vec3;
    }
  | {
      readonly kind: 'capsule';
      /** [m] */
      readonly radius: number;
      /** Between the centres of its ends [m]. */
      readonly length: number;
      /** Along which it lies. */
      readonly axis: Vec3;
    }
  | {
      readonly kind: 'rounded-box';
      /** Along its axes, roundings included [m]. */
      readonly size: Vec3;
      /** Of the roundings [m]. */
      readonly radius: number;
    }
  | {
      readonly kind: 'torus';
      /** From its centre to the middle of the tube [m]. */
      readonly radius: number;
      /** Of the tube [m]. */
      readonly tubeRadius: number;
      /** About which it lies. */
      readonly axis: Vec3;
    }
  | {
      readonly kind: 'cylinder';
      /** [m] */
      readonly radius: number;
      /** [m] */
      readonly length: number;
      /** Along which it lies. */
      readonly axis: Vec3;
    }
  | {
      /** Whole or truncated; its centre of mass is the origin. */
      readonly kind: 'cone';
      /** At its foot [m]. */
      readonly radius: number;
      /** At its top, where 0 makes a tip [m]. */
      readonly topRadius: number;
      /** From foot to top [m]. */
      readonly height: number;
      /** From its foot towards its top. */
      readonly axis: Vec3;
    }
  | {
      readonly kind: 'plane';
      /** Out of it. */
      readonly normal: Vec3;
    };

/** A kinematic body follows its path; without one it keeps its starting velocities for ever. */
export type Motion = 'static' | 'kinematic' | 'dynamic';

/**
 * A rigid body. Its *body frame* has its origin at the centre of mass and its axes along the
 * principal axes of inertia (the model's own axes where these are already principal).
 */
export interface Body {
  /** By which everything else names it. */
  readonly name: string;
  /** Whether and how it moves. */
  readonly motion: Motion;
  /** Index into scene.meshes; that mesh is in body-frame coordinates. */
  readonly mesh: number;
  /** What the mesh is of. */
  readonly shape: Shape;
  /** [kg] */
  readonly mass: number;
  /** Principal moments of inertia [kg m²], about the centre of mass. */
  readonly inertia: Vec3;
  /** Body frame in the world at the start. */
  readonly pose: Pose;
  /** The model's own frame (the origin and axes of its file) in body coordinates. */
  readonly model: Pose;
  /** Of the centre of mass [m/s]. */
  readonly velocity: Vec3;
  /** World axes [rad/s]. */
  readonly angularVelocity: Vec3;
  /** Constant force at the centre of mass [N] and torque [N m], world axes. */
  readonly force: Vec3;
  /** Constant torque [N m], world axes. */
  readonly torque: Vec3;
  /** Fixed degrees of freedom: translation x y z and rotation about x y z, world axes. */
  readonly fixed: readonly [boolean, boolean, boolean, boolean, boolean, boolean];
  /** Its scripted motion, where it has one. */
  readonly path?: Path;
  /** What it is made of. */
  readonly material: Material;
  /** Bodies of one group ≥ 0 never collide with each other; -1 belongs to no group. */
  readonly group: number;
  /** Layers that it is in, and layers that it touches, a bit each (meeting.ts); in the first, and all, unless said. */
  readonly layers?: number;
  /** Layers that it touches, a bit each. */
  readonly touches?: number;
  /** What is in it is told, frame by frame, and nothing is ever pushed by it: it touches nothing. */
  readonly sensor?: boolean;
  /** False: it is declared, but not there until an input enables it; true unless said. */
  readonly enabled?: boolean;
  /** How its surface moves where things touch it, like a conveyor belt's: body axes [m/s]. */
  readonly surfaceVelocity?: Vec3;
  /** How fast it loses its speed by itself; the scene's where it is not said. */
  readonly damping?: Damping;
  /** Colour for viewers, sRGB 0…1. */
  readonly color?: Vec3;
  /** The node of the GLB that it was made from; its own frame is the model's. */
  readonly node?: number;
  /** Of a held body: where it is held, in the model's frame. Elsewhere it vibrates: in `modal`, and for sound after any engine. */
  readonly clamp?: readonly RegionBox[];
}

/** What takes motion away everywhere, as air or oil does. */
export interface Damping {
  /** v̇ = −linear v, of the centre of mass [1/s]. */
  readonly linear: number;
  /** The same of the angular momentum about it [1/s]. */
  readonly angular: number;
}

/** Where positions [m] are within all bounds that are given. */
export interface RegionBox {
  /** Lower bounds; null: none. */
  readonly low: readonly [number | null, number | null, number | null];
  /** Upper bounds; null: none. */
  readonly high: readonly [number | null, number | null, number | null];
}

/** Positions of vertices over time; between two times every vertex moves straight. */
export interface VertexTrack {
  /** [s], increasing. */
  readonly times: Float64Array;
  /** World positions [m]: xyz a vertex, all vertices at the first time, then at the second, … */
  readonly positions: Float64Array;
  /** After the last time: stay there, or repeat from the first. */
  readonly after: 'hold' | 'repeat';
}

/**
 * Cloth, shells and ribbons are sheets; a rod is a wire whose thickness is its diameter; a solid is a closed surface with
 * what is inside it.
 */
export type DeformableKind = 'cloth' | 'shell' | 'ribbon' | 'particles' | 'rod' | 'solid';

/**
 * What fills a solid: tetrahedra between the vertices of its surface and nodes inside. Of ten nodes: four corners, then those on the
 * edges 01 02 03 12 13 23.
 */
export interface Filling {
  /** Of a tetrahedron. */
  readonly nodesEach: 4 | 10;
  /** Of all of them, one after the other: vertices of the mesh, then nodes inside. */
  readonly nodes: Uint32Array;
  /** Nodes inside as seen from the first vertex, at rest [m]. */
  readonly inside: Float64Array;
  /** Of the nodes inside [m/s]. */
  readonly velocities: Float64Array;
}

/** Something with a position per vertex. Its mesh is in *world* coordinates at the start. */
export interface Deformable {
  /** By which everything else names it. */
  readonly name: string;
  /** What it is. */
  readonly kind: DeformableKind;
  /** Index into scene.meshes. */
  readonly mesh: number;
  /** Rest positions [m] where they differ from the mesh's own. */
  readonly restPositions?: Float64Array;
  /** Of a solid that deforms. */
  readonly filling?: Filling;
  /** [kg] per vertex; of a solid those of what is inside are shared by the surface. */
  readonly masses: Float64Array;
  /** [m/s], xyz per vertex. */
  readonly velocities: Float64Array;
  /** [m] */
  readonly thickness: number;
  /** Stiffness of a sheet against stretching [N/m] and bending [N m], of a rod [N] and [N m²]; damping [s] of each. */
  readonly stretchStiffness: number;
  /** Against bending [N m], of a rod [N m²]. */
  readonly bendStiffness: number;
  /** Of stretching [s]. */
  readonly stretchDamping: number;
  /** Of bending [s]. */
  readonly bendDamping: number;
  /** Of a sheet: the stretch, above 1, that no face ever comes to. */
  readonly strainLimit?: number;
  /** Of its faces along their normals, from inside where they are closed, against the outside [Pa]; of a gas, at the start. */
  readonly pressure?: number;
  /** What it holds where it is closed: a gas whose pressure times volume stays, and how much presses from outside [Pa]. */
  readonly gas?: { readonly outside: number };
  /** Vertices that are held, moved or pulled. */
  readonly pins: readonly Pin[];
  /** Makes it kinematic: all its vertices move so, whatever they touch. */
  readonly track?: VertexTrack;
  /** Of a rod [N m²]. */
  readonly twistStiffness?: number;
  /** Whether a rod is straight where nothing bends it, however it starts. */
  readonly isStraight?: boolean;
  /** By how much a rod is twisted at the start, each strand from end to end [rad]. */
  readonly twist?: number;
  /** What it is made of. */
  readonly material: Material;
  /** Things of one group ≥ 0 never collide with each other; -1 belongs to no group. */
  readonly group: number;
  /** Layers that it is in, a bit each. */
  readonly layers?: number;
  /** Layers that it touches, a bit each. */
  readonly touches?: number;
  /** Colour for viewers, sRGB 0…1. */
  readonly color?: Vec3;
}

/**
 * Vertices that are held, or moved along a path relative to where they started: x = c + R (x₀ - c) + p,
 * where c is the mean of their starting positions, and R and p are the pose of the path.
 */
export interface Pin {
  /** Which ones. */
  readonly vertices: readonly number[];
  /** How they move. */
  readonly path?: Path;
  /** Instead of a path: where each of them is, in the order of `vertices`. */
  readonly track?: VertexTrack;
  /** Instead of a path: glued to this body, which does not move by itself. */
  readonly body?: number;
  /** Instead of a path: pulled with a constant force [N] each. */
  readonly force?: Vec3;
}

/** All kinds of joints. */
export const JOINT_KINDS = [
  'ball',
  'hinge',
  'slider',
  'fixed',
  'distance',
  'cylindrical',
  'universal',
  'screw',
  'gear',
  'rack',
  'six-dof',
] as const;
/** What a joint leaves free. */
export type JointKind = (typeof JOINT_KINDS)[number];

/** A degree of freedom of a joint's frame in b's: travel along an axis [m], or a turn about it [rad]. */
export const FREEDOMS = ['x', 'y', 'z', 'turnX', 'turnY', 'turnZ'] as const;
/** One of them. */
export type Freedom = (typeof FREEDOMS)[number];

/** A spring that draws a coordinate to its rest. */
export interface JointSpring {
  /** [N/m or N m/rad] */
  readonly stiffness: number;
  /** [N s/m or N m s/rad] */
  readonly damping: number;
  /** Where it pulls to [m or rad]. */
  readonly rest: number;
}

/** Drives a coordinate of a joint. */
export interface JointMotor {
  /** Target speed [rad/s or m/s], or target position [rad or m]. */
  readonly targetSpeed?: number;
  /** Target position [rad or m]. */
  readonly targetPosition?: number;
  /** [N m or N] */
  readonly maxForce: number;
}

/** What holds or drives one degree of freedom. */
export interface JointCoordinateRule {
  /** Lower and upper limit [rad or m]; equal ones lock it. */
  readonly limits?: readonly [number, number];
  /** What draws it to its rest. */
  readonly spring?: JointSpring;
  /** What drives it. */
  readonly motor?: JointMotor;
}

/** What holds two bodies together, or a body to the world. */
export interface Joint {
  /** By which inputs and couplings name it. */
  readonly name: string;
  /** What it leaves free. */
  readonly kind: JointKind;
  /** Indices of bodies; b = -1 is the world. */
  readonly a: number;
  /** Index of the second body; -1 is the world. */
  readonly b: number;
  /** The joint's frame in each body's coordinates (in the world's for -1); its x axis is the hinge or slider axis. */
  readonly frameA: Pose;
  /** The joint's frame in b's coordinates, or in the world's. */
  readonly frameB: Pose;
  /** Distance joints: rest length [m]. */
  readonly length: number;
  /** Lower and upper limit of the angle [rad] or travel [m]. */
  readonly limits?: readonly [number, number];
  /** What draws its coordinate to its rest. */
  readonly spring?: JointSpring;
  /** What drives its coordinate. */
  readonly motor?: JointMotor;
  /**
   * Cylindrical (x, turnX), universal (turnX of a, turnY of b) and six-dof joints: what holds their free degrees; those of
   * a six-dof joint that are not named are free.
   */
  readonly coordinates?: Readonly<Partial<Record<Freedom, JointCoordinateRule>>>;
  /** Ball joints: the largest angle between the two x axes, and limits of the turn about them [rad]. */
  readonly cone?: number;
  /** Ball joints: limits of the turn about the x axes [rad]. */
  readonly twist?: readonly [number, number];
  /** Screws: travel for a whole turn [m]. */
  readonly pitch?: number;
  /** Gears and racks: the two joints (indices) that they couple: second = ratio × first + what they started with. */
  readonly couples?: readonly [number, number];
  /** [1], or [m/rad] of a rack. */
  readonly ratio?: number;
  /** The joint parts when its reaction exceeds this [N], [N m]. */
  readonly breakForce?: number;
  /** The joint parts when its torque exceeds this [N m]. */
  readonly breakTorque?: number;
  /** Whether the two bodies may touch each other. */
  readonly collide: boolean;
}

/** A force on one body that is not there all the time. */
export interface Force {
  /** Index of the body. */
  readonly body: number;
  /** World axes: [N] and [N m]. */
  readonly force: Vec3;
  /** World axes [N m]. */
  readonly torque: Vec3;
  /** Where the force acts, body coordinates. */
  readonly point: Vec3;
  /** From and until [s]. */
  readonly from: number;
  /** Until when [s]. */
  readonly until: number;
}

/** A force on vertices of a deformable, shared by their masses, that is not there all the time. */
export interface Pull {
  /** Index of the deformable. */
  readonly deformable: number;
  /** Which it acts on, in rising order. */
  readonly vertices: readonly number[];
  /** World axes, all together [N]. */
  readonly force: Vec3;
  /** From when [s]. */
  readonly from: number;
  /** Until when [s]. */
  readonly until: number;
}

/** Pairs of vertices that are drawn together until they lie on each other. */
export interface Stitch {
  /** Index of one deformable. */
  readonly a: number;
  /** Index of the other, which may be the same. */
  readonly b: number;
  /** Two of each pair: one of a, one of b. */
  readonly vertices: readonly number[];
  /** How long closing takes [s]. */
  readonly closing: number;
  /** Of each pair, where it is given [N/m]. */
  readonly stiffness?: number;
}

/** A number of the scene that may be changed while it runs; it becomes a slider. */
export interface Parameter {
  /** By which inputs name it. */
  readonly name: string;
  /** Where it starts. */
  readonly value: number;
  /** The smallest value. */
  readonly min: number;
  /** The largest value. */
  readonly max: number;
  /** Such as "m/s"; empty where it has none. */
  readonly unit: string;
  /**
   * A JSON pointer into the scene *file* to the number it drives, by places alone, such as "/bodies/0/friction";
   * "/specification/Drag" for a parameter of the specification.
   */
  readonly target: string;
}

/**
 * Friction and restitution of one pair, instead of what their materials give. Bodies by index, deformables
 * counted on from them.
 */
export interface PairRule {
  /** The first of the pair. */
  readonly a: number;
  /** The second of the pair. */
  readonly b: number;
  /** Instead of what their materials give. */
  readonly friction?: number;
  /** Instead of what their materials give. */
  readonly restitution?: number;
  /** Whether they may touch. */
  readonly collide: boolean;
}

/** How a body should have come to where it stands, for engines that run backward from the end. */
export interface Hint {
  /** Index of the body. */
  readonly body: number;
  /** When it comes to rest [s] before the end: until then, counted backward, it stays. */
  readonly restsFor?: number;
  /** How it comes in at the last; chance decides unless said. */
  readonly kind?: 'slide' | 'bounce' | 'spin' | 'roll';
  /** Where it comes *from*, world axes; only its direction counts. */
  readonly from?: Vec3;
  /** At the last [m/s], or [rad/s] where it spins. */
  readonly speed?: number;
  /** Whether it may leave before the bodies about it have left; its contacts decide unless said. */
  readonly free?: boolean;
}

/** A ball, or a box along the axes of the world [m]. */
export type GoalRegion =
  | {
      /** Of the ball [m]. */
      readonly center: Vec3;
      /** [m] */
      readonly radius: number;
    }
  | {
      /** Of the box [m]. */
      readonly center: Vec3;
      /** Along the axes [m]. */
      readonly size: Vec3;
    };

/** What a past of some bodies should be like; one of the five wishes. */
export interface Goal {
  /** Indices of bodies; the goal is about each for itself. */
  readonly bodies: readonly number[];
  /** Where a centre of mass is at the start. */
  readonly startsIn?: GoalRegion;
  /** The side from which it comes, seen from where it ends; its horizontal part counts. */
  readonly from?: Vec3;
  /** A place that it passes [m] … */
  readonly passes?: Vec3;
  /** … and when, since the start of the motion [s]; at any time unless said. */
  readonly time?: number;
  /** How fast it ever is [m/s]. */
  readonly atMost?: number;
  /** Index of the body that hits it on its way. */
  readonly by?: number;
  /** What it may be missed by and still be met [m], [m/s], or degrees of `from`. */
  readonly tolerance?: number;
  /** Against other goals. */
  readonly weight: number;
}

/** How something was changed so that it touches nothing at the start. */
export interface Apart {
  /** Bodies by index, deformables counted on from them. */
  readonly body: number;
  /** [m] */
  readonly moved: Vec3;
  /** How far its surface went inward [m]. */
  readonly inset: number;
}

/** A named frame. */
export interface Frame3 {
  /** By which others name it. */
  readonly name: string;
  /** In the body's coordinates, or in the world's. */
  readonly pose: Pose;
  /** Index of the body it rides on, -1 for the world. */
  readonly body: number;
}

/** From where the scene is looked at. */
export interface Camera {
  /** Where it stands [m]; so that everything is seen unless said. */
  readonly position?: Vec3;
  /** What it looks at [m]; the middle of everything unless said. */
  readonly target?: Vec3;
  /** Index of the body that it goes along with, keeping its distance; -1: none. */
  readonly follow: number;
  /** Across the shorter side of the picture [rad]. */
  readonly fieldOfView: number;
}

/** A sun shines in parallel from its position to its target; a lamp from its position, all around. */
export interface Light {
  /** Whether it shines in parallel, or all around. */
  readonly kind: 'sun' | 'lamp';
  /** Where it is [m]. */
  readonly position: Vec3;
  /** What it shines at [m]. */
  readonly target: Vec3;
  /** Index of the body that it goes along with; -1: none. */
  readonly follow: number;
  /** sRGB 0…1. */
  readonly color: Vec3;
  /** 1: as bright as the light there is without any. */
  readonly strength: number;
}

/** A scene, resolved: what engines, viewers and the judge read. */
export interface Scene {
  /** What it is called. */
  readonly name: string;
  /** For people. */
  readonly description: string;
  /** Which axis points up. */
  readonly up: 'y' | 'z';
  /** [m/s²] */
  readonly gravity: Vec3;
  /** All meshes, which bodies and deformables name by index. */
  readonly meshes: readonly Mesh[];
  /** All rigid bodies. */
  readonly bodies: readonly Body[];
  /** Everything that deforms. */
  readonly deformables: readonly Deformable[];
  /** All joints. */
  readonly joints: readonly Joint[];
  /** Forces that are not there all the time. */
  readonly forces: readonly Force[];
  /** The same on deformables. */
  readonly pulls?: readonly Pull[];
  /** What is sewn together. */
  readonly stitches?: readonly Stitch[];
  /** What holds for single pairs. */
  readonly pairs: readonly PairRule[];
  /** Named frames. */
  readonly frames: readonly Frame3[];
  /** Numbers that may be changed while it runs. */
  readonly parameters: readonly Parameter[];
  /** How bodies should have come to where they stand. */
  readonly hints?: readonly Hint[];
  /** What pasts are searched for and ranked by. */
  readonly goals?: readonly Goal[];
  /** The text of a specification of a mechanical system (docs/lagrange.md), where one says what moves. */
  readonly specification?: string;
  /** Engine by id; undefined: the one for what the scene is made of. */
  readonly engine?: string;
  /** Options by name as the scene gave them; each engine checks them against its own schema. */
  readonly options: Readonly<Record<string, number | string | boolean>>;
  /** [s] */
  readonly duration: number;
  /** Frame k is at k over this. */
  readonly frameRateHz: number;
  /** Of the random numbers. */
  readonly seed: number;
  /** How fast the air moves, everywhere [m/s]; there is none unless said. */
  readonly wind?: Vec3;
  /** Of every body that does not say its own. */
  readonly damping?: Damping;
  /** From where it is looked at. */
  readonly camera?: Camera;
  /** Instead of the light there is without any. */
  readonly lights?: readonly Light[];
  /** Where the ears are. */
  readonly listener?: Pose;
}

/** The friction coefficient of a pair of materials: the geometric mean, so equal materials keep their own. */
export function pairFriction(a: Material, b: Material): number {
  return Math.sqrt(a.friction * b.friction);
}

/** The restitution of a pair: the larger one, so that a ball bounces on any floor as it was made to. */
export function pairRestitution(a: Material, b: Material): number {
  return Math.max(a.restitution, b.restitution);
}
