// From a scene file to a scene: names to indices, degrees to quaternions, meshes read, masses integrated,
// every default filled in, everything frozen. Everything wrong is found before anything is refused.

import { Budget } from '../../geometry/files/index.ts';
import { faceCount, type Mesh, vertexCount } from '../../geometry/index.ts';
import { Collector } from '../fault/collector.ts';
import { frozenCopy } from '../freeze.ts';
import { NameTable } from '../fault/names.ts';
import { spellingHint } from '../fault/spelling-hint.ts';
import { applyParameters, resolveParameter } from '../parameters.ts';
import { compose, noRotation, readRotation } from '../pose.ts';
import { resolveBody } from './body.ts';
import { dampingOf } from './damping.ts';
import { resolveStitch } from './stitch.ts';
import { chosenVertices, resolveDeformable } from './deformable.ts';
import { foresee } from './foresee.ts';
import { resolveGoal } from './goal.ts';
import { resolveJoints } from './joint.ts';
import { Layers } from './layers.ts';
import { resolveCamera, resolveLight } from './look.ts';
import { MaterialResolver } from './material.ts';
import { PartMaker } from './part.ts';
import type { ForceFile, FrameFile, SceneFile } from '../schema/scene.ts';
import type { PoseFile } from '../schema/values.ts';
import { type LoadFile, ShapeLoader } from '../shape.ts';
import { dressed, readSpecification } from '../specification.ts';
import type {
  Body,
  Deformable,
  Force,
  Frame3,
  Goal,
  Hint,
  Joint,
  PairRule,
  Pull,
  Parameter,
  Pose,
  Scene,
  Vec3,
} from '../types.ts';
import { checkStructure, nameGiven } from '../read/validate.ts';

/** What resolving a scene file may need. */
export interface ResolveContext {
  /** Reads a mesh file by its path in the scene; where absent, no file is found. */
  readonly loadFile?: LoadFile;
  /** Ids of the engines there are; where absent, any name is taken. */
  readonly engines?: readonly string[];
}

/** What came of a scene file. */
export interface Resolved {
  /** The scene. */
  readonly scene: Scene;
  /** Sizes of meshes that were read, repairs, and words that were passed over. */
  readonly notes: readonly string[];
}

const standardGravity = 9.81;

/** @throws FaultError with every fault of the file */
export function resolveScene(input: unknown, context: ResolveContext = {}): Resolved {
  const collector = new Collector();
  let source = input;
  let file = checkStructure(source, collector);
  if (file !== undefined && collector.faults.length === 0) {
    source = applyParameters(file, collector);
    if (source !== file) file = checkStructure(source, collector);
  }
  const scene = file === undefined ? undefined : new Resolver(file, source, context, collector).scene();
  const name = typeof file?.name === 'string' ? file.name : 'the scene';
  collector.throwIfAny(`"${name}" cannot be used:`);
  return { scene: frozenCopy(dressed(scene!)), notes: collector.notes };
}

class Resolver {
  private readonly file: SceneFile;
  /** The file with its faulty entries still in it. */
  private readonly input: unknown;
  private readonly context: ResolveContext;
  private readonly collector: Collector;
  private readonly up: 'y' | 'z';
  private readonly meshes: Mesh[] = [];
  private readonly meshNumbers = new Map<Mesh, number>();
  private readonly names: NameTable;
  private readonly layers: Layers;
  private readonly budget = new Budget();

  constructor(file: SceneFile, input: unknown, context: ResolveContext, collector: Collector) {
    this.file = file;
    this.input = input;
    this.context = context;
    this.collector = collector;
    this.up = file.up ?? 'y';
    this.names = new NameTable(collector);
    this.layers = new Layers(collector);
  }

  scene(): Scene {
    const { file, collector } = this;
    const loader = new ShapeLoader(
      this.context.loadFile ?? (() => undefined),
      this.up,
      collector,
      this.budget,
      file.frameRateHz,
    );
    const fits = foresee(file, collector);
    const bodies = fits ? this.bodies(loader) : [];
    const deformables = fits ? this.deformables(loader, bodies.length) : [];
    const joints = this.joints(bodies);
    const listener = file.listener === undefined ? undefined : this.pose(file.listener, 'listener');
    const specification = readSpecification(file.specification, this.context.loadFile, collector);
    return {
      name: file.name,
      description: file.description ?? '',
      up: this.up,
      gravity: this.gravity(),
      meshes: this.meshes,
      bodies,
      deformables,
      joints,
      ...this.forces(bodies, deformables),
      ...this.stitches(bodies.length, deformables),
      pairs: this.pairs(),
      frames: this.frames(bodies),
      parameters: this.parameters(),
      ...(file.hints === undefined ? {} : { hints: this.hints(bodies) }),
      ...(file.goals === undefined ? {} : { goals: this.goals(bodies) }),
      ...(specification === undefined ? {} : { specification }),
      ...this.engine(),
      options: { ...file.options },
      duration: file.duration ?? 1,
      frameRateHz: file.frameRateHz ?? 60,
      seed: file.seed ?? 0,
      ...(file.wind === undefined ? {} : { wind: file.wind }),
      ...dampingOf(file.damping),
      ...this.look(bodies),
      ...(listener === undefined ? {} : { listener }),
    };
  }

  private look(bodies: readonly Body[]): Pick<Scene, 'camera' | 'lights'> {
    const { camera, lights } = this.file;
    const indexOf = (name: string, where: string) => this.names.body(name, where, bodies.length) ?? -1;
    return {
      ...(camera === undefined ? {} : { camera: resolveCamera(camera, indexOf) }),
      ...(lights === undefined
        ? {}
        : {
            lights: [...entries(lights)].flatMap(([i, light]) =>
              light === undefined ? [] : [resolveLight(light, `lights[${i}]`, indexOf)],
            ),
          }),
    };
  }

  private bodies(loader: ShapeLoader): Body[] {
    const { collector, file } = this;
    const tools = {
      collector,
      materials: new MaterialResolver(collector),
      layers: this.layers,
      parts: new PartMaker(loader, this.up, collector),
      meshIndex: (mesh: Mesh) => this.meshIndex(mesh),
    };
    const bodies: Body[] = [];
    for (const [i, body] of entries(file.bodies)) {
      const where = `bodies[${i}]`;
      const name = nameGiven(this.input, 'bodies', i) ?? `body-${i}`;
      const made = body === undefined ? [] : resolveBody(body, name, where, tools);
      // A faulty body keeps its name, so that those who refer to it are not blamed.
      if (made.length === 0) this.names.add(name, -1, where);
      for (const one of made) {
        if (!this.take(one.mesh, where)) return bodies;
        this.names.add(one.name, bodies.push(one) - 1, where);
      }
    }
    return bodies;
  }

  private deformables(loader: ShapeLoader, after: number): Deformable[] {
    const { collector } = this;
    const tools = {
      collector,
      materials: new MaterialResolver(collector),
      layers: this.layers,
      loader,
      body: (name: string, at: string) => this.names.body(name, at, after),
      meshIndex: (mesh: Mesh) => this.meshIndex(mesh),
    };
    const deformables: Deformable[] = [];
    for (const [i, file] of entries(this.file.deformables)) {
      const where = `deformables[${i}]`;
      const name = nameGiven(this.input, 'deformables', i) ?? `deformable-${i}`;
      const made = file === undefined ? undefined : resolveDeformable(file, name, where, tools);
      if (made !== undefined && !this.take(made.mesh, where)) return deformables;
      this.names.add(name, made === undefined ? -1 : after + deformables.push(made) - 1, where);
    }
    return deformables;
  }

  private joints(bodies: readonly Body[]): Joint[] {
    const body = (name: string, where: string) => this.names.body(name, where, bodies.length);
    return resolveJoints(this.file.joints ?? [], bodies, body, this.collector);
  }

  private forces(
    bodies: readonly Body[],
    deformables: readonly Deformable[],
  ): Pick<Scene, 'forces' | 'pulls'> {
    const forces: Force[] = [];
    const pulls: Pull[] = [];
    for (const [i, file] of entries(this.file.forces)) {
      if (file === undefined) continue;
      const where = `forces[${i}]`;
      const { force = [0, 0, 0], torque = [0, 0, 0], from = 0, until = Number.MAX_VALUE } = file;
      if (from > until)
        this.collector.add('it ends before it begins', `${where}.until`, until, `give a time ≥ ${from}`);
      if ((file.body === undefined) === (file.deformable === undefined)) {
        this.collector.add('acts on one thing', where, undefined, 'name a body or a deformable');
        continue;
      }
      if (file.body === undefined) {
        const vertices = this.pulledVertices(file, where, deformables, bodies.length);
        if (vertices !== undefined) pulls.push({ ...vertices, force, from, until });
        continue;
      }
      if (file.vertices !== undefined || file.within !== undefined)
        this.collector.add(
          'a body has no vertices to choose',
          where,
          undefined,
          'say where it acts with "at"',
        );
      const body = this.names.body(file.body, `${where}.body`, bodies.length);
      if (body === undefined) continue;
      const point: Vec3 =
        file.at === undefined
          ? [0, 0, 0]
          : compose(bodies[body].model, { position: file.at, orientation: noRotation }).position;
      forces.push({ body, force, torque, point, from, until });
    }
    return { forces, ...(pulls.length === 0 ? {} : { pulls }) };
  }

  private pulledVertices(
    file: ForceFile,
    where: string,
    deformables: readonly Deformable[],
    bodies: number,
  ): Pick<Pull, 'deformable' | 'vertices'> | undefined {
    const { deformable: name = '', vertices, within, torque, at } = file;
    const thing = this.names.thing(name, `${where}.deformable`);
    if (thing === undefined) return undefined;
    if (thing < bodies) {
      this.collector.add('is no deformable', `${where}.deformable`, name, 'say "body" of a rigid body');
      return undefined;
    }
    if (torque !== undefined || at !== undefined)
      this.collector.add(
        'a deformable takes forces only',
        `${where}.${torque === undefined ? 'at' : 'torque'}`,
        undefined,
        'choose the vertices that it acts on',
      );
    const mesh = this.meshes[deformables[thing - bodies].mesh];
    const chosen =
      vertices === undefined && within === undefined
        ? Array.from({ length: mesh.positions.length / 3 }, (_, v) => v)
        : chosenVertices({ vertices, within }, mesh, where, this.collector);
    if (chosen.length > 0) return { deformable: thing - bodies, vertices: chosen };
    this.collector.add('acts on no vertex', where, undefined, 'name vertices, or a box with some in it');
    return undefined;
  }

  private stitches(bodies: number, deformables: readonly Deformable[]): Pick<Scene, 'stitches'> {
    if (this.file.stitches === undefined) return {};
    const deformable = (name: string, where: string): number | undefined => {
      const thing = this.names.thing(name, where);
      if (thing !== undefined && thing >= bodies) return thing - bodies;
      if (thing !== undefined)
        this.collector.add('is no deformable', where, name, 'glue to bodies is a pin with a body');
      return undefined;
    };
    const stitches = [...entries(this.file.stitches)].flatMap(([i, stitch]) =>
      stitch === undefined
        ? []
        : (resolveStitch(stitch, `stitches[${i}]`, deformables, this.meshes, deformable, this.collector) ??
          []),
    );
    return { stitches };
  }

  private pairs(): PairRule[] {
    const pairs: PairRule[] = [];
    for (const [i, file] of entries(this.file.pairs)) {
      if (file === undefined) continue;
      const where = `pairs[${i}]`;
      const a = this.names.thing(file.a, `${where}.a`);
      const b = this.names.thing(file.b, `${where}.b`);
      if (a === undefined || b === undefined) continue;
      const { friction, restitution, collide = true } = file;
      pairs.push({
        a,
        b,
        ...(friction === undefined ? {} : { friction }),
        ...(restitution === undefined ? {} : { restitution }),
        collide,
      });
    }
    return pairs;
  }

  private hints(bodies: readonly Body[]): Hint[] {
    const hints: Hint[] = [];
    const hinted = new Set<number>();
    for (const [i, file] of entries(this.file.hints)) {
      if (file === undefined) continue;
      const where = `hints[${i}].body`;
      const body = this.names.body(file.body, where, bodies.length);
      if (body === undefined) continue;
      if (hinted.has(body)) this.collector.add('has a hint already', where, file.body, 'join the two');
      if (bodies[body].motion !== 'dynamic')
        this.collector.add('does not move by itself', where, file.body, 'hint at dynamic bodies only');
      hinted.add(body);
      hints.push({ ...file, body });
    }
    return hints;
  }

  private goals(bodies: readonly Body[]): Goal[] {
    const { names, collector, file } = this;
    const about = { bodies, gravity: this.gravity(), duration: file.duration ?? 1 };
    return [...entries(file.goals)].flatMap(([i, goal]) =>
      goal === undefined ? [] : (resolveGoal(goal, `goals[${i}]`, about, names, collector) ?? []),
    );
  }

  private frames(bodies: readonly Body[]): Frame3[] {
    const frames: Frame3[] = [];
    const names = new NameTable(this.collector);
    for (const [i, file] of entries<FrameFile>(this.file.frames)) {
      if (file === undefined) continue;
      const where = `frames[${i}]`;
      names.add(file.name, i, where);
      const body = file.body === undefined ? -1 : this.names.body(file.body, `${where}.body`, bodies.length);
      const own = this.pose({ position: file.position, rotation: file.rotation }, where);
      if (body === undefined || own === undefined) continue;
      frames.push({ name: file.name, pose: body < 0 ? own : compose(bodies[body].model, own), body });
    }
    return frames;
  }

  private parameters(): Parameter[] {
    const names = new NameTable(this.collector);
    return [...entries(this.file.parameters)].flatMap(([i, file]) => {
      if (file === undefined) return [];
      names.add(file.name, i, `parameters[${i}]`);
      return resolveParameter(file, this.input, `parameters[${i}]`, this.collector) ?? [];
    });
  }

  private gravity(): Vec3 {
    const given = this.file.gravity ?? standardGravity;
    if (typeof given !== 'number') return given;
    return this.up === 'y' ? [0, 0 - given, 0] : [0, 0, 0 - given];
  }

  private engine(): Pick<Scene, 'engine'> {
    const { engine } = this.file;
    const known = this.context.engines;
    if (engine === undefined) return {};
    if (known !== undefined && !known.includes(engine)) {
      this.collector.add('unknown engine', 'engine', engine, spellingHint(engine, known));
    }
    return { engine };
  }

  private pose(file: PoseFile, where: string): Pose | undefined {
    const orientation = file.rotation === undefined ? noRotation : readRotation(file.rotation);
    if (orientation === undefined) {
      this.collector.add(
        'the rotation has no direction',
        `${where}.rotation`,
        file.rotation,
        'give an axis or quaternion that is not zero',
      );
      return undefined;
    }
    return { position: file.position ?? [0, 0, 0], orientation };
  }

  private meshIndex(mesh: Mesh): number {
    let number = this.meshNumbers.get(mesh);
    if (number === undefined) {
      number = this.meshes.push(mesh) - 1;
      this.meshNumbers.set(mesh, number);
    }
    return number;
  }

  /** False where there is not enough left, which was said. */
  private take(mesh: number, where: string): boolean {
    const { budget, collector, meshes } = this;
    const taken = collector.attempt(where, () => {
      budget.take('bodies', 1, 'body');
      budget.take('vertices', vertexCount(meshes[mesh]), 'shape');
      budget.take('triangles', faceCount(meshes[mesh]), 'shape');
      return true;
    });
    return taken === true;
  }
}

/** The entries of a list with their places; faulty ones that were taken out are undefined. */
function* entries<T>(list: readonly T[] | undefined): Generator<[number, T | undefined]> {
  for (let i = 0; i < (list?.length ?? 0); i++) yield [i, list![i]];
}
