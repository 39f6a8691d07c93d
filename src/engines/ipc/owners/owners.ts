// What is solved for. An owner is a rigid body, which moves and turns, or a vertex of a deformable, which only moves: the bodies of
// a scene come first, then all vertices of its deformables in their order, then the hidden nodes of what is soft (soft/hidden.ts).
//
// To the solver a particle is a point with a radius, as a ball is, whose turns are no unknowns. So everything that pairs, budgets,
// continuous collision, friction, islands, rebounds, rest and sleep do for balls they do for particles, and each pushes the
// other. Held, scripted and pulled vertices are static, scripted and pushed owners. Vertices of what is soft meet others with their faces
// and edges (soft/stencils.ts), not on their own.

import type { HiddenNode } from '../soft/hidden.ts';
import { unrotateByQuaternion } from '../../../num/index.ts';
import { heldVertices, movesByItself } from '../soft/held.ts';
import { stitchesOf } from '../soft/stitches.ts';
import type { Air } from '../soft/air.ts';
import { planSoft, type SoftPlan } from '../soft/plan.ts';
import type { Body, Deformable, Force, Path, Pin, Scene, Vec3 } from '../../../scene/index.ts';

/** How an owner goes along with something that may turn. */
interface Arm {
  /** Where it is as seen from the middle, or in the coordinates of the body. */
  readonly place: Vec3;
  /** What it is glued to; undefined of one whose own path is that of the middle. */
  readonly body?: number;
}

export interface Owners {
  /** As it was given. */
  readonly given: Scene;
  /** All owners are bodies of it, and forces on vertices forces on them; nothing in it deforms. */
  readonly scene: Scene;
  /** How many of the owners are rigid bodies. */
  readonly bodies: number;
  /** What each owner is part of: a body, or a deformable counted on from the bodies. */
  readonly itemOf: Int32Array;
  /** First owner of each deformable, and at the end of all that anybody sees. */
  readonly firstOf: Int32Array;
  /** First hidden owner of each deformable, and at the end the number of all. */
  readonly firstHidden: Int32Array;
  /** Of each deformable: what it is made of where it is soft. */
  readonly plans: readonly (SoftPlan | undefined)[];
  /** Of owners that go along with something that may turn. */
  readonly arms: ReadonlyMap<number, Arm>;
  /** Of each owner the body that moves by itself to which it is glued (soft/carried.ts), −1: none; and where it is on that, three numbers. */
  readonly carrier: Int32Array;
  readonly onCarrier: Float64Array;
}

/** Whether an owner turns: bodies do. */
export function isTurning({ bodies }: Pick<Owners, 'bodies'>, i: number): boolean {
  return i < bodies;
}

const nowhere: Vec3 = [0, 0, 0];
const unturned = { position: nowhere, orientation: [0, 0, 0, 1] } as const;
/** Free to move, not to turn. */
const moves = [false, false, false, true, true, true] as const;

/** @param h  the time step [s] */
export function ownersOf(given: Scene, h: number, air: Air | undefined): Owners {
  const bodies = given.bodies.length;
  const unsewn = planSoft(given, h, air);
  const firstOf = new Int32Array(given.deformables.length + 1).fill(bodies);
  given.deformables.forEach(({ masses }, d) => {
    firstOf[d + 1] = firstOf[d] + masses.length;
  });
  const firstHidden = new Int32Array(given.deformables.length + 1).fill(firstOf[given.deformables.length]);
  unsewn.forEach((plan, d) => {
    firstHidden[d + 1] = firstHidden[d] + (plan?.hidden.length ?? 0);
  });
  const itemOf = new Int32Array(firstHidden[given.deformables.length]);
  for (let i = 0; i < bodies; i++) itemOf[i] = i;
  given.deformables.forEach((_, d) => {
    itemOf.fill(bodies + d, firstOf[d], firstOf[d + 1]);
    itemOf.fill(bodies + d, firstHidden[d], firstHidden[d + 1]);
    unsewn[d]?.elements.forEach((elements) => {
      const vertices = firstOf[d + 1] - firstOf[d];
      elements.place((node) => (node < vertices ? firstOf[d] + node : firstHidden[d] + node - vertices));
    });
  });
  const plans = sew(given, unsewn, firstOf);
  const arms = new Map<number, Arm>();
  const carrier = new Int32Array(itemOf.length).fill(-1);
  const onCarrier = new Float64Array(3 * itemOf.length);
  const counts = { bodies, itemOf, firstOf, firstHidden, plans, arms, carrier, onCarrier };
  if (given.deformables.length === 0) return { given, scene: given, ...counts };
  const hidden = plans.flatMap((plan, d) => plan?.hidden.map((node) => hiddenBody(node, given, d)) ?? []);
  const particles = given.deformables.flatMap((deformable, d) =>
    particlesOf(
      deformable,
      given.meshes[deformable.mesh].positions,
      plans[d]?.masses ?? deformable.masses,
      (v, { arm, glue }) => {
        if (arm) arms.set(firstOf[d] + v, arm);
        if (!glue) return;
        carrier[firstOf[d] + v] = glue.body;
        onCarrier.set(glue.place, 3 * (firstOf[d] + v));
      },
      given.bodies,
    ),
  );
  const scene: Scene = {
    ...given,
    bodies: [...given.bodies, ...particles, ...hidden],
    deformables: [],
    forces: [...given.forces, ...pullsOf(given, firstOf)],
    pulls: [],
  };
  return { given, scene, ...counts };
}

/** Stitches are elements of a deformable that moves. */
function sew(
  given: Scene,
  plans: readonly (SoftPlan | undefined)[],
  firstOf: Int32Array,
): readonly (SoftPlan | undefined)[] {
  const { stitches = [], deformables } = given;
  const isFree = (d: number): boolean =>
    !deformables[d].track && heldVertices(deformables[d]).size < deformables[d].masses.length;
  const sewn = stitches.map((stitch) => {
    const hardness = Math.max(plans[stitch.a]?.hardness ?? 0, plans[stitch.b]?.hardness ?? 0);
    return {
      of: isFree(stitch.a) ? stitch.a : stitch.b,
      elements: stitchesOf(stitch, given, (d, v) => firstOf[d] + v, hardness),
    };
  });
  if (sewn.length === 0) return plans;
  return plans.map((plan, d) => {
    const own = sewn.flatMap(({ of, elements }) => (of === d ? [elements] : []));
    return plan && { ...plan, elements: [...plan.elements, ...own] };
  });
}

/** @param note  is told of what pins do to vertices */
function particlesOf(
  deformable: Deformable,
  places: Float64Array,
  masses: ArrayLike<number>,
  note: (v: number, way: Way) => void,
  bodies: readonly Body[],
): Body[] {
  const { thickness, velocities, pins, track } = deformable;
  const radius = thickness / 2;
  const all: Pin[] = track ? [{ vertices: Array.from(masses, (_, v) => v), track }, ...pins] : [...pins];
  const ways = waysOf(all, places, bodies);
  return Array.from(masses, (mass, v): Body => {
    const way = ways.get(v) ?? {};
    const isLed = way.path !== undefined || way.arm?.body !== undefined;
    note(v, way);
    const turning = 0.4 * mass * radius * radius;
    return {
      name: `${deformable.name} ${v}`,
      motion: isLed ? 'kinematic' : way.isHeld ? 'static' : 'dynamic',
      mesh: deformable.mesh,
      shape: { kind: 'sphere', radius },
      mass,
      inertia: [turning, turning, turning],
      pose: { position: placeOf(places, v), orientation: unturned.orientation },
      model: unturned,
      velocity: way.glue
        ? velocityOn(bodies[way.glue.body], placeOf(places, v))
        : isLed || way.isHeld
          ? nowhere
          : placeOf(velocities, v),
      angularVelocity: nowhere,
      force: way.force ?? nowhere,
      torque: nowhere,
      fixed: moves,
      ...(way.path ? { path: way.path } : {}),
      material: deformable.material,
      group: deformable.group,
      ...(deformable.layers === undefined ? {} : { layers: deformable.layers }),
      ...(deformable.touches === undefined ? {} : { touches: deformable.touches }),
    };
  });
}

/** A node that meets nothing. */
function hiddenBody(
  { position, mass, velocity }: HiddenNode,
  { deformables, gravity }: Scene,
  d: number,
): Body {
  const { name, mesh, material, group } = deformables[d];
  return {
    name: `hidden of ${name}`,
    motion: 'dynamic',
    mesh,
    shape: { kind: 'sphere', radius: 1e-3 },
    mass,
    inertia: [mass, mass, mass],
    pose: { position, orientation: unturned.orientation },
    model: unturned,
    velocity: velocity ?? nowhere,
    angularVelocity: nowhere,
    // what is no place has no weight
    force: velocity ? nowhere : [-mass * gravity[0], -mass * gravity[1], -mass * gravity[2]],
    torque: nowhere,
    fixed: moves,
    material,
    group,
  };
}

/** What pins do to a vertex. */
interface Way {
  isHeld?: boolean;
  path?: Path | undefined;
  /** Of a path that turns, or of a body. */
  arm?: Arm | undefined;
  /** Of a body that moves by itself: which, and where on it. */
  glue?: { readonly body: number; readonly place: Vec3 };
  force?: Vec3;
}

function waysOf(pins: readonly Pin[], places: Float64Array, bodies: readonly Body[]): Map<number, Way> {
  const ways = new Map<number, Way>();
  for (const pin of pins) {
    const middle = pin.path && turns(pin.path) ? middleOf(pin, places) : undefined;
    pin.vertices.forEach((v, k) => {
      const way = ways.get(v) ?? {};
      ways.set(v, way);
      if (pin.force) way.force = plus(way.force ?? nowhere, pin.force);
      else if (pin.path) {
        const start = placeOf(places, v);
        way.path = shiftedPath(pin.path, middle ?? start);
        way.arm = middle && { place: minus(start, middle) };
      } else if (pin.track) {
        way.path = trackPath(pin.track, pin.vertices.length, k);
        way.arm = undefined;
      } else if (pin.body !== undefined && movesByItself(bodies[pin.body])) {
        way.glue = { place: inBody(placeOf(places, v), bodies[pin.body]), body: pin.body };
      } else if (pin.body !== undefined && bodies[pin.body].motion !== 'static') {
        way.path = undefined;
        way.arm = { place: inBody(placeOf(places, v), bodies[pin.body]), body: pin.body };
      } else way.isHeld = true;
    });
  }
  return ways;
}

function turns({ poses }: Path): boolean {
  const first = poses[0].orientation;
  return poses.some(({ orientation }) => orientation.some((x, k) => x !== first[k]));
}

/** What a pin that turns turns about: the mean of where its vertices start. */
function middleOf({ vertices }: Pin, places: Float64Array): Vec3 {
  const sum = [0, 0, 0];
  for (const v of vertices) for (let k = 0; k < 3; k++) sum[k] += places[3 * v + k];
  return [sum[0] / vertices.length, sum[1] / vertices.length, sum[2] / vertices.length];
}

/** A path that begins at a place instead of at the origin. */
function shiftedPath({ times, poses, after }: Path, start: Vec3): Path {
  return {
    times,
    poses: poses.map(({ position, orientation }) => ({ orientation, position: plus(start, position) })),
    after,
  };
}

function trackPath({ times, positions, after }: NonNullable<Pin['track']>, width: number, k: number): Path {
  return {
    times: Array.from(times),
    poses: Array.from(times, (_, j) => {
      const at = 3 * (width * j + k);
      return { ...unturned, position: [positions[at], positions[at + 1], positions[at + 2]] };
    }),
    after,
  };
}

/** Forces on vertices, shared by their masses. */
function pullsOf({ pulls = [], deformables }: Scene, firstOf: Int32Array): Force[] {
  return pulls.flatMap(({ deformable, vertices, force, from, until }) => {
    const { masses } = deformables[deformable];
    const whole = vertices.reduce((sum, v) => sum + masses[v], 0);
    return vertices.map((v): Force => {
      const share = masses[v] / whole;
      return {
        body: firstOf[deformable] + v,
        force: [share * force[0], share * force[1], share * force[2]],
        torque: nowhere,
        point: nowhere,
        from,
        until,
      };
    });
  });
}

function placeOf(places: Float64Array, v: number): Vec3 {
  return [places[3 * v], places[3 * v + 1], places[3 * v + 2]];
}

/** A place of the world in the coordinates of a body at the start. */
function inBody(place: Vec3, { pose }: Body): Vec3 {
  const out = Float64Array.from(minus(place, pose.position));
  unrotateByQuaternion(out, 0, Float64Array.from(pose.orientation), 0, out.slice(), 0);
  return [out[0], out[1], out[2]];
}

/** How fast a place of the world goes that is on a body at the start. */
function velocityOn({ pose, velocity, angularVelocity: w }: Body, place: Vec3): Vec3 {
  const r = minus(place, pose.position);
  return plus(velocity, [w[1] * r[2] - w[2] * r[1], w[2] * r[0] - w[0] * r[2], w[0] * r[1] - w[1] * r[0]]);
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function plus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** What messages call an owner. */
export function ownerName(
  { given, bodies, itemOf, firstOf }: Pick<Owners, 'given' | 'bodies' | 'itemOf' | 'firstOf'>,
  i: number,
): string {
  if (i < bodies) return `body ${i} "${given.bodies[i].name}"`;
  const d = itemOf[i] - bodies;
  return `vertex ${i - firstOf[d]} of deformable ${d} "${given.deformables[d].name}"`;
}

/** Where in the scene it is. */
export function ownerPlace(
  { given, bodies, itemOf, firstOf }: Pick<Owners, 'given' | 'bodies' | 'itemOf' | 'firstOf'>,
  i: number,
): string {
  if (i < bodies) return `bodies[${i}] "${given.bodies[i].name}"`;
  const d = itemOf[i] - bodies;
  return `deformables[${d}] "${given.deformables[d].name}", vertex ${i - firstOf[d]}`;
}
