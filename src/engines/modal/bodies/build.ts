// From a scene to bodies with modes: filled, analysed and cached by `modes`, once for bodies that are the same.

import { FaultError } from '../../../scene/fault/index.ts';
import {
  type BodyModes,
  materialRates,
  type ModeCache,
  type Modes,
  ModesOfBodies,
  shapeAt,
  SilentBody,
} from '../../../modes/index.ts';
import {
  type Body,
  type Material,
  pairFriction,
  pairRestitution,
  type PairRule,
  type Scene,
} from '../../../scene/index.ts';
import type { ModalBodies, ModalBody } from './body.ts';
import { type Columns, columnsOf } from './columns.ts';
import { canTurn, makeSpinShape, type SpinShape } from './spin-shape.ts';
import { refineSurface, type Triangles } from './refine.ts';
import { makeSurface, type Surface } from './surface.ts';

export interface BodyOptions {
  /** Which bodies vibrate in contact; others, and those whose first mode is above the cap, are rigid. */
  readonly flexible: 'all' | 'none' | readonly string[];
  /** Modes above this [Hz] are left to the sound pass. */
  readonly capHz: number;
  /** Most modes of a body in contact. */
  readonly mostModes: number;
  /** Names of bodies with rough surfaces, and the deviation of their normals [rad]. */
  readonly rough: readonly string[];
  readonly roughness: number;
  /** Faces that meet at less than this [rad] are one smooth surface. */
  readonly creaseAngle: number;
}

export interface BuildContext {
  readonly cache?: ModeCache;
  progress(fraction: number, doing: string): void;
}

/** What bodies of one shape, material and clamp share. */
interface Made {
  readonly surface: Surface;
  readonly shapes: Float64Array;
  readonly reaches: Float64Array;
  readonly columns: Columns;
  readonly spin?: SpinShape;
}

export function buildBodies(scene: Scene, options: BodyOptions, context: BuildContext): ModalBodies {
  const { capHz, mostModes, creaseAngle } = options;
  const modesOf = new ModesOfBodies(scene, {
    count: mostModes,
    upToHz: capHz,
    inertia: canTurn,
    progress: (fraction, doing) => context.progress(fraction, doing),
    ...(context.cache ? { cache: context.cache } : {}),
  });
  const flexibles = new Map<Modes, Made>();
  const rigids = new Map<number, Made>();
  const bodies = scene.bodies.map((body, index): ModalBody => {
    const found = isFlexible(body, options) ? modesBelowCap(modesOf, body) : undefined;
    let made = found ? flexibles.get(found.modes) : rigids.get(body.mesh);
    if (!made) {
      made = found
        ? makeFlexible(scene.meshes[body.mesh], found, creaseAngle)
        : makeRigid(scene.meshes[body.mesh], creaseAngle);
      if (found) flexibles.set(found.modes, made);
      else rigids.set(body.mesh, made);
    }
    const omegas = found ? found.modes.omegas.slice() : new Float64Array(0);
    return {
      index,
      name: body.name,
      motion: body.motion,
      mass: body.mass,
      inertia: Float64Array.from(body.inertia),
      modes: omegas.length,
      omegas,
      rates: found ? materialRates(found.modes, body.material) : omegas,
      ...made,
      radius: body.shape.kind === 'sphere' && !found ? body.shape.radius : radiusOf(made.surface),
      kind: found || (body.shape.kind !== 'sphere' && body.shape.kind !== 'plane') ? 'mesh' : body.shape.kind,
      normal: Float64Array.from(body.shape.kind === 'plane' ? body.shape.normal : [0, 0, 0]),
      roughness: options.rough.includes(body.name) ? options.roughness : 0,
    };
  });
  const firstMode = new Int32Array(bodies.length + 1);
  bodies.forEach(({ modes }, b) => {
    firstMode[b + 1] = firstMode[b] + modes;
  });
  return { scene, bodies, firstMode, ...pairLaws(scene) };
}

/** What is held vibrates only where a clamp says how; a sheet never. */
function isFlexible({ name, motion, clamp, shape }: Body, { flexible }: BodyOptions): boolean {
  if (flexible === 'none' || shape.kind === 'plane') return false;
  if (motion !== 'dynamic' && clamp === undefined) return false;
  return flexible === 'all' || flexible.includes(name);
}

/** Undefined where all modes are above the cap: then it is rigid here. */
function modesBelowCap(modesOf: ModesOfBodies, body: Body): BodyModes | undefined {
  try {
    return modesOf.of(body);
  } catch (error) {
    if (!(error instanceof SilentBody)) throw error;
    if (error.isAbove) return undefined;
    throw new FaultError(`the modes of "${body.name}" cannot be found:`, [
      {
        what: error.why,
        where: `body "${body.name}"`,
        remedy: 'correct its material or its mesh, or leave it out of the flexible bodies',
      },
    ]);
  }
}

function makeRigid(mesh: Triangles, creaseAngle: number): Made {
  const none = new Float64Array(0);
  const surface = makeSurface(mesh, creaseAngle);
  return { surface, shapes: none, reaches: none, columns: columnsOf(surface) };
}

function makeFlexible(mesh: Triangles, { modes, locator }: BodyModes, creaseAngle: number): Made {
  const spacing = spacingOf(modes);
  const surface = makeSurface(refineSurface(mesh, spacing), creaseAngle, spacing);
  const { positions } = surface;
  const { count } = modes;
  const shapes = new Float64Array(count * positions.length);
  const reaches = new Float64Array(count);
  const at = new Float64Array(3 * count);
  for (let v = 0; v < positions.length / 3; v++) {
    shapeAt(modes, locator, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], at);
    shapes.set(at, 3 * count * v);
    for (let m = 0; m < count; m++) {
      const [x, y, z] = [at[3 * m], at[3 * m + 1], at[3 * m + 2]];
      reaches[m] = Math.max(reaches[m], Math.sqrt(x * x + y * y + z * z));
    }
  }
  const { inertia } = modes;
  return {
    surface,
    shapes,
    reaches,
    columns: columnsOf(surface),
    ...(inertia ? { spin: makeSpinShape(inertia) } : {}),
  };
}

/** Vertices a wavelength of the highest mode. */
const PER_WAVE = 10;

/**
 * How far apart vertices may be to follow all modes [m]: a tenth of the shortest wavelength 2π/k, where
 * k² = ⟨|∂U|²⟩ / ⟨|U|²⟩ along the edges, and no less than the edge of an element, twice the median edge here.
 */
function spacingOf({ positions, faces, shapes, count }: Modes): number {
  const lengths = new Float64Array(faces.length);
  const changes = new Float64Array(count);
  const sizes = new Float64Array(count);
  for (let f = 0; f < faces.length; f++) {
    const a = 3 * faces[f];
    const b = 3 * faces[f % 3 === 2 ? f - 2 : f + 1];
    let squared = 0;
    for (let k = 0; k < 3; k++) squared += square(positions[b + k] - positions[a + k]);
    lengths[f] = Math.sqrt(squared);
    for (let m = 0; m < count; m++) {
      const at = m * positions.length;
      for (let k = 0; k < 3; k++) {
        const [one, two] = [shapes[at + a + k], shapes[at + b + k]];
        changes[m] += square(two - one) / squared;
        sizes[m] += 0.5 * (one * one + two * two);
      }
    }
  }
  let wavenumber = 0;
  for (let m = 0; m < count; m++) wavenumber = Math.max(wavenumber, Math.sqrt(changes[m] / sizes[m]));
  lengths.sort();
  return Math.max(2 * lengths[Math.floor(lengths.length / 2)], (2 * Math.PI) / (PER_WAVE * wavenumber));
}

function square(x: number): number {
  return x * x;
}

function radiusOf({ positions }: Surface): number {
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}

function pairLaws({ bodies, pairs }: Scene): Pick<ModalBodies, 'friction' | 'restitution'> {
  const count = bodies.length;
  const rules = new Map<number, PairRule>();
  for (const rule of pairs) rules.set(Math.min(rule.a, rule.b) * count + Math.max(rule.a, rule.b), rule);
  const ruleOf = (a: number, b: number): PairRule | undefined =>
    rules.get(Math.min(a, b) * count + Math.max(a, b));
  const material = (b: number): Material => bodies[b].material;
  return {
    friction: (a, b) => ruleOf(a, b)?.friction ?? pairFriction(material(a), material(b)),
    restitution: (a, b) => ruleOf(a, b)?.restitution ?? pairRestitution(material(a), material(b)),
  };
}
