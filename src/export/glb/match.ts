// Which node of a GLB each body of a scene was made from: by the number it remembers, or by name, then by shape.
//
// Names are compared as `carom new` writes them (anything but letters, digits, dots, dashes and underscores is a dash).
// The shapes then say how the file's coordinates lie in the body's: units, turned axes and a moved origin come out
// of comparing vertex with vertex, whatever made the scene.

import { type Affine, fitSimilarity } from '../../geometry/index.ts';
import type { NamedMesh } from '../../geometry/files/index.ts';
import type { Scene } from '../../scene/index.ts';

export interface NodeMatch {
  readonly body: number;
  readonly node: number;
  readonly name: string;
  /** From the file's world to the body's coordinates; undefined where the shapes differ. */
  readonly fit?: Affine & { readonly scale: number };
  /** The body remembers the node: the node's own frame is its model's. */
  readonly isRemembered?: true;
}

type Fit = NonNullable<NodeMatch['fit']>;

interface Candidate {
  readonly body: number;
  readonly fit?: Fit;
}

export interface Matches {
  readonly matches: readonly NodeMatch[];
  /** How many metres of the scene one unit of the file is. */
  readonly unit: number;
  /** Nodes with a mesh that no body was made from. */
  readonly lonely: readonly NamedMesh[];
  readonly notes: readonly string[];
}

/**
 * @param nameOf    a node that the file shows, by number; undefined where there is none
 * @param isShrunk  bodies that were shrunk a hair: their shapes say nothing about units and places
 */
export function matchNodes(
  scene: Scene,
  meshes: readonly NamedMesh[],
  nameOf: (node: number) => string | undefined,
  isShrunk: (body: number) => boolean,
): Matches {
  const notes: string[] = [];
  const lonely: NamedMesh[] = [];
  const names = new Map(scene.bodies.map(({ name }, i) => [plain(name), i]));
  const left = new Set(scene.bodies.map((_, i) => i));
  const candidates = ({ name, mesh }: NamedMesh): Candidate[] =>
    bodiesNamed(names, left, name).map((body) => {
      const fit = isShrunk(body)
        ? undefined
        : fitSimilarity(mesh.positions, scene.meshes[scene.bodies[body].mesh].positions);
      return { body, ...(fit ? { fit } : {}) };
    });
  const byNode = new Map(meshes.map((mesh) => [mesh.node, mesh]));
  const matches = remembered(scene, byNode, nameOf, isShrunk);
  for (const { body } of matches) left.delete(body);
  const taken = new Set(matches.map(({ node }) => node));
  const others = meshes.filter(({ node }) => node === undefined || !taken.has(node));
  const unit = usualScale([
    ...matches.flatMap(({ fit }) => fit ?? []),
    ...others.flatMap((mesh) => candidates(mesh).flatMap(({ fit }) => fit ?? [])),
  ]);
  for (const mesh of others) {
    const { name, node } = mesh;
    const free = candidates(mesh);
    const best =
      free.find(({ fit }) => fit && isNear(fit.scale, unit)) ?? free.find(({ fit }) => fit) ?? free[0];
    if (best === undefined || node === undefined) {
      lonely.push(mesh);
      continue;
    }
    left.delete(best.body);
    matches.push({ node, name, ...best });
  }

  const kept = matches.filter(({ body, name, fit, isRemembered }) => {
    const pieces = [...left].filter((i) => stemOf(scene.bodies[i].name) === plain(name));
    if (fit !== undefined || isRemembered || isShrunk(body)) return true;
    if (pieces.length === 0) {
      notes.push(
        `body "${scene.bodies[body].name}" has another shape than its node: taken to stand at the start where the file has it`,
      );
      return true;
    }
    notes.push(
      `node "${name}" was split into ${pieces.length + 1} bodies, and moves only as a whole: it stays as it is`,
    );
    for (const piece of pieces) left.delete(piece);
    return false;
  });
  for (const i of left) notes.push(`body "${scene.bodies[i].name}" has no node: its motion is left out`);
  for (const { name } of scene.deformables)
    notes.push(`deformable "${name}" has no node to move: write a new .glb, .usda or .pc2`);
  return { matches: kept, unit, lonely, notes };
}

/** Bodies that know their node, where the file still has it under that name. */
function remembered(
  scene: Scene,
  meshes: ReadonlyMap<number | undefined, NamedMesh>,
  nameOf: (node: number) => string | undefined,
  isShrunk: (body: number) => boolean,
): NodeMatch[] {
  const taken = new Set<number>();
  return scene.bodies.flatMap(({ node, name: bodyName, mesh }, body) => {
    const name = node === undefined ? undefined : nameOf(node);
    if (node === undefined || name === undefined || taken.has(node)) return [];
    const shown = meshes.get(node);
    const fit =
      shown && !isShrunk(body)
        ? fitSimilarity(shown.mesh.positions, scene.meshes[mesh].positions)
        : undefined;
    // A body that was given another name is known by its shape; anything else may be another file.
    const isNamed = plain(bodyName) === plain(name) || stemOf(bodyName) === plain(name) || name === '';
    if (!isNamed && fit === undefined) return [];
    taken.add(node);
    return [{ body, node, name, isRemembered: true as const, ...(fit ? { fit } : {}) }];
  });
}

/** Bodies of one name that are compared with a node: a thousand bolts are alike. */
const MOST_COMPARED = 4;

/** The first that are left of the bodies name, name-2, name-3: nodes of one name take them in this order. */
function bodiesNamed(names: ReadonlyMap<string, number>, left: ReadonlySet<number>, name: string): number[] {
  const found: number[] = [];
  for (let i = 1; found.length < MOST_COMPARED; i++) {
    const body = names.get(i === 1 ? plain(name) : `${plain(name)}-${i}`);
    if (body === undefined) break;
    if (left.has(body)) found.push(body);
  }
  return found;
}

/** The scale that most shapes have; of equally many the one nearest to metres, and metres where nothing fits. */
function usualScale(fits: readonly Fit[]): number {
  const counts = new Map<string, { scale: number; count: number }>();
  for (const { scale } of fits) {
    const known = counts.get(scale.toPrecision(3)) ?? { scale, count: 0 };
    counts.set(scale.toPrecision(3), { scale: known.scale, count: known.count + 1 });
  }
  let usual = { scale: 1, count: 0 };
  for (const found of counts.values()) {
    const nearer = fromOne(found.scale) < fromOne(usual.scale);
    if (found.count > usual.count || (found.count === usual.count && nearer)) usual = found;
  }
  return usual.scale;
}

function fromOne(scale: number): number {
  return Math.max(scale, 1 / scale);
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-3 * b;
}

function stemOf(name: string): string {
  return plain(name).replace(/-\d+$/, '');
}

function plain(name: string): string {
  return name
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .toLowerCase();
}
