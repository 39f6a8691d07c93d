// Bodies of KHR_physics_rigid_bodies: a node with a motion and the colliders that hang on it, or a collider alone.

import {
  joinMeshes,
  mapAffine,
  massProperties,
  type Mesh,
  multiplyAffine,
  type RigidPart,
  vertexCount,
} from '../../geometry/index.ts';
import type { BodyFile } from '../builder.ts';
import { defaultMaterial } from '../materials.ts';
import { rotate } from '../pose.ts';
import type { Quaternion, Vec3 } from '../types.ts';
import { colliderMesh, exactShape } from './colliders.ts';
import type { Extras, Role } from './extras.ts';
import type { Collidable, PhysicsMaterial } from './pairs.ts';
import { keyTimes, staysRigid } from './paths.ts';
import { type ColliderFile, type MotionFile, numberAt, type Physics } from './physics.ts';
import { type RigidMaker, triple, wordsOf } from './rigid.ts';
import { affineOf, type GltfSource } from './source.ts';

const standardGravity = 9.81;

export class PhysicsBodies {
  private readonly source: GltfSource;
  private readonly physics: Physics;
  private readonly rigid: RigidMaker;
  private readonly count: (vertices: number) => void;
  private readonly names = new Map<number, string>();
  private readonly parts = new Map<number, ColliderFile[]>();

  constructor(source: GltfSource, physics: Physics, rigid: RigidMaker, count: (vertices: number) => void) {
    this.source = source;
    this.physics = physics;
    this.rigid = rigid;
    this.count = count;
    for (const [node, collider] of physics.colliders) {
      const owner = physics.owner(node) ?? node;
      const own = this.parts.get(owner);
      if (own === undefined) this.parts.set(owner, [collider]);
      else own.push(collider);
    }
  }

  isBody(node: number): boolean {
    return this.physics.motions.has(node) || this.parts.has(node);
  }

  /** The body made from a node with a motion. */
  nameOf(node: number | undefined): string | undefined {
    return node === undefined || !this.physics.motions.has(node) ? undefined : this.names.get(node);
  }

  add(node: number, chosen: Role | undefined, extras: Extras | undefined): Collidable | undefined {
    const { source, physics } = this;
    const { draft, motion: animation } = source;
    const where = source.where(node);
    const colliders = this.parts.get(node) ?? [];
    const frame = source.frame(node);
    if (colliders.length === 0 || frame === undefined) {
      draft.list(
        'motion',
        where,
        frame === undefined ? 'the node is scaled to nothing' : 'it has no collider',
      );
      return undefined;
    }
    const meshes = colliders.flatMap((collider) => this.partOf(collider, node, frame) ?? []);
    if (meshes.length === 0) return undefined;
    const mesh = meshes.length === 1 ? meshes[0] : joinMeshes(meshes);
    const motion = physics.motions.get(node);
    const material = this.materialOf(colliders, where);
    const tracks = animation.moves(node) ? animation.tracksOf(node) : [];
    source.countKeys(node, tracks);
    const follows =
      tracks.length > 0 && staysRigid((time) => source.world(node, time), keyTimes(tracks).times);
    if (tracks.length > 0 && !follows)
      draft.list(
        'animation',
        where,
        'the scale of a collider changes: it is taken as it stands at the start',
      );
    const exact =
      colliders.length === 1 && colliders[0].node === node
        ? exactShape(colliders[0], frame.stretch)
        : undefined;
    const moving = motion === undefined ? {} : this.motionWords(motion, mesh, frame, where);
    const role =
      chosen === 'static' || chosen === 'dynamic' || chosen === 'kinematic' ? { motion: chosen } : {};
    const words: Partial<BodyFile> = {
      ...(motion === undefined ? { motion: 'static' as const } : moving),
      ...(material === undefined ? {} : { friction: material.friction, restitution: material.restitution }),
      ...role,
      ...wordsOf(extras, source),
    };
    const name = this.rigid.add(
      {
        name: source.name(node),
        node,
        // The mesh is in the frame already, without its stretch.
        at: (time) => unstretched(source, node, time),
        mesh,
        key: this.keyOf(colliders, frame),
        ...(exact === undefined ? {} : { shape: exact }),
        tracks: follows ? tracks : [],
      },
      words,
    );
    if (name === undefined) return undefined;
    this.names.set(node, name);
    const filter = this.filterOf(colliders, where);
    return {
      name,
      isDynamic: !follows && (words.motion ?? 'dynamic') === 'dynamic',
      ...(material === undefined ? {} : { material }),
      ...(filter === undefined ? {} : { filter }),
    };
  }

  /** Equal for bodies of equal shape, but for rounding: they share a mesh file. */
  private keyOf(colliders: readonly ColliderFile[], frame: RigidPart): string {
    return JSON.stringify(
      colliders.map(({ geometry, convexHull, node }) => {
        const { matrix, translation } = this.source.inFrame(frame, node);
        const size = Math.max(...matrix.map(Math.abs));
        const digits = [...matrix, ...translation].map((x) =>
          Math.abs(x) < 1e-12 * size ? 0 : Number(x.toPrecision(12)),
        );
        return [geometry, convexHull, digits];
      }),
    );
  }

  /** A collider in the frame of its body. */
  private partOf(collider: ColliderFile, node: number, frame: RigidPart): Mesh | undefined {
    const { source } = this;
    const mesh = colliderMesh(source, collider);
    if (mesh === undefined) return undefined;
    this.count(vertexCount(mesh));
    const own = collider.node;
    if (own !== node && source.motion.tracksOf(own).length > source.motion.tracksOf(node).length)
      source.draft.list('animation', source.where(own), 'a collider cannot move within its body');
    const { matrix, translation } = source.inFrame(frame, own);
    return mapAffine(mesh, matrix, translation);
  }

  private motionWords(
    motion: MotionFile,
    mesh: Mesh,
    frame: { rotation: Float64Array; stretch: Float64Array },
    where: string,
  ): Partial<BodyFile> {
    const { draft, choices } = this.source;
    const [x, y, z, w] = frame.rotation;
    const orientation: Quaternion = [x, y, z, w];
    const turned = (v: readonly number[], scale: number) =>
      triple(rotate(orientation, [v[0], v[1], v[2]] as Vec3).map((part) => scale * part));
    const velocities: Partial<BodyFile> = {
      ...(motion.linearVelocity === undefined
        ? {}
        : { velocity: turned(motion.linearVelocity, choices.unit) }),
      ...(motion.angularVelocity === undefined ? {} : { angularVelocity: turned(motion.angularVelocity, 1) }),
    };
    if (motion.isKinematic) return { motion: 'kinematic', ...velocities };
    if (motion.mass === 0) {
      draft.list('infinite mass', where, 'taken as kinematic: it keeps its velocity');
      return { motion: 'kinematic', ...velocities };
    }
    const { mass, gravityFactor } = motion;
    const heavy = mass ?? massProperties(mesh, { density: defaultMaterial.density }).mass;
    const weight = standardGravity * heavy * (1 - gravityFactor);
    return {
      ...(mass === undefined && gravityFactor === 1 ? {} : { mass: heavy }),
      ...this.inertiaWords(motion, frame.stretch, where),
      ...velocities,
      ...(gravityFactor === 1
        ? {}
        : { force: choices.up === 'y' ? [0, weight, 0] : ([0, 0, weight] as [number, number, number]) }),
    };
  }

  private inertiaWords(motion: MotionFile, s: Float64Array, where: string): Partial<BodyFile> {
    const { draft } = this.source;
    const words: Partial<BodyFile> = {};
    const { centerOfMass: c, inertiaDiagonal: d, inertiaOrientation: q } = motion;
    if (c !== undefined)
      words.centre = triple(
        [0, 1, 2].map((i) => s[3 * i] * c[0] + s[3 * i + 1] * c[1] + s[3 * i + 2] * c[2]),
      );
    if (d === undefined) {
      if (q !== undefined) draft.list('inertiaOrientation', where, 'there is no inertiaDiagonal with it');
      return words;
    }
    const infinite = d.filter((moment) => moment === 0).length;
    if (infinite === 3) words.fixed = [false, false, false, true, true, true];
    else if (infinite > 0 || d.some((moment) => moment < 0))
      draft.list(
        'inertiaDiagonal',
        where,
        'axes that never turn are fixed in the world here, not in the body',
      );
    else
      words.inertia = {
        moments: triple(d),
        ...(q === undefined ? {} : { rotation: [q[0], q[1], q[2], q[3]] }),
      };
    return words;
  }

  private materialOf(colliders: readonly ColliderFile[], where: string): PhysicsMaterial | undefined {
    const { draft } = this.source;
    const used = [...new Set(colliders.map(({ material }) => material))];
    if (used.length > 1)
      draft.list(
        `${used.length} physics materials`,
        where,
        'a body has one here: that of its first collider',
      );
    const json = this.physics.materials[used[0]];
    if (json === undefined) return undefined;
    const at = `physicsMaterials[${used[0]}]`;
    const still = numberAt(json, 'staticFriction', at);
    const moving = numberAt(json, 'dynamicFriction', at);
    if (still !== undefined && moving !== undefined && still !== moving)
      draft.list(`staticFriction ${still}`, `${at} of ${where}`, `there is one friction here: ${moving}`);
    const restitution = numberAt(json, 'restitution', at) ?? defaultMaterial.restitution;
    if (restitution > 1) draft.list(`restitution ${restitution}`, `${at} of ${where}`, 'it is taken as 1');
    return {
      friction: Math.max(0, moving ?? still ?? defaultMaterial.friction),
      restitution: Math.min(1, Math.max(0, restitution)),
      frictionCombine: String(json['frictionCombine'] ?? 'average'),
      restitutionCombine: String(json['restitutionCombine'] ?? 'average'),
    };
  }

  private filterOf(colliders: readonly ColliderFile[], where: string) {
    const used = [...new Set(colliders.map(({ filter }) => filter))];
    if (used.length > 1)
      this.source.draft.list(
        `${used.length} collision filters`,
        where,
        'a body has one here: that of its first collider',
      );
    return this.physics.filters[used[0]];
  }
}

function unstretched(source: GltfSource, node: number, time: number) {
  const frame = source.frame(node, time);
  return frame === undefined
    ? multiplyAffine(source.toScene, source.motion.world(node, time))
    : affineOf(frame);
}
