// Contacts as the engine has them, in the view: a slab between two primitives that keeps its next layer off, and a line
// between their closest points where layers push, the more layers the hotter. The pair that is chosen stands out.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh as ThreeMesh,
  MeshBasicMaterial,
  Vector3,
} from 'three';
import type { SeenPair } from '../../../../src/engines/async/index.ts';
import { heatColor } from '../../view/contacts/gaps.ts';
import type { Layer, Shown } from '../../view/layers/layer.ts';
import type { Stage } from '../../view/stage.ts';
import { chosenPair, seen } from './look.ts';

/** As many layers as this are as hot as can be. */
const HOT = 12;
/** More slabs hide each other. */
const MOST_SLABS = 24;
const FACES = [0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6];
const EDGES = [0, 1, 1, 2, 2, 3, 3, 0, 4, 5, 5, 6, 6, 7, 7, 4, 0, 4, 1, 5, 2, 6, 3, 7];

export class SlabLayer implements Layer {
  readonly object = new Group();
  private readonly stage: Stage;
  private readonly faces = new BufferGeometry();
  private readonly edges = new BufferGeometry();
  private readonly lines = new BufferGeometry();
  private readonly faceMaterial = new MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    opacity: 0.28,
    side: DoubleSide,
    depthWrite: false,
  });
  private readonly edgeMaterial = new LineBasicMaterial({
    vertexColors: true,
    transparent: true,
    opacity: 0.7,
  });
  private readonly lineMaterial = new LineBasicMaterial({
    vertexColors: true,
    transparent: true,
    depthTest: false,
  });

  constructor(stage: Stage) {
    this.stage = stage;
    for (const one of [
      new ThreeMesh(this.faces, this.faceMaterial),
      new LineSegments(this.edges, this.edgeMaterial),
      new LineSegments(this.lines, this.lineMaterial),
    ]) {
      one.frustumCulled = false;
      one.renderOrder = 7;
      this.object.add(one);
    }
  }

  update(_shown: Shown): void {
    const { accent, line } = this.stage.palette;
    const faces = new Strokes();
    const edges = new Strokes();
    const lines = new Strokes();
    const chosen = chosenPair.peek();
    const pairs = seen.peek()?.nearest ?? [];
    const heat = new Color();
    pairs.forEach((pair, rank) => {
      const isChosen = pair === chosen;
      if (pair.layers.length > 0) {
        heatColor(1 - Math.min(1, pair.layers.length / HOT), heat);
        lines.add(pair.a, heat);
        lines.add(pair.b, heat);
      }
      if (isChosen) addOutline(lines, pair, accent);
      if (rank >= MOST_SLABS && !isChosen) return;
      const corners = slabCorners(pair);
      if (corners === undefined) return;
      const color = isChosen ? accent : line;
      for (const c of FACES) faces.add(corners[c], color);
      for (const c of EDGES) edges.add(corners[c], color);
    });
    faces.writeTo(this.faces);
    edges.writeTo(this.edges);
    lines.writeTo(this.lines);
  }

  dispose(): void {
    for (const one of [this.faces, this.edges, this.lines]) one.dispose();
    for (const one of [this.faceMaterial, this.edgeMaterial, this.lineMaterial]) one.dispose();
  }
}

/** The edges of both primitives of a pair. */
function addOutline(lines: Strokes, { kind, places }: SeenPair, color: Color): void {
  const sides = kind === 'edge – edge' ? [0, 1, 2, 3] : kind === 'vertex – face' ? [1, 2, 2, 3, 3, 1] : [];
  for (const vertex of sides) lines.add(places.subarray(3 * vertex, 3 * vertex + 3), color);
}

/** Eight corners: as wide as the pair across its normal, as thick as what it keeps off. */
function slabCorners({ places, a, b, slab }: SeenPair): readonly (readonly number[])[] | undefined {
  if (slab === undefined) return undefined;
  const normal = new Vector3(...slab.normal);
  const centre = new Vector3(...a).add(new Vector3(...b)).multiplyScalar(0.5);
  centre.addScaledVector(normal, slab.offset - centre.dot(normal));
  const across = new Vector3(Math.abs(normal.x) < 0.7 ? 1 : 0, Math.abs(normal.x) < 0.7 ? 0 : 1, 0);
  across.addScaledVector(normal, -across.dot(normal)).normalize();
  const other = normal.clone().cross(across);
  // A slab beside a floor would hide all of it: it is drawn around where the two are nearest.
  let half = 2 * slab.width;
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < places.length; i += 3)
    for (let j = i + 3; j < places.length; j += 3)
      shortest = Math.min(
        shortest,
        Math.hypot(places[i] - places[j], places[i + 1] - places[j + 1], places[i + 2] - places[j + 2]),
      );
  if (Number.isFinite(shortest)) half = Math.max(half, Math.min(0.6 * shortest, 6 * slab.width));
  const corner = (s: number, t: number, u: number) =>
    centre
      .clone()
      .addScaledVector(across, s * half)
      .addScaledVector(other, t * half)
      .addScaledVector(normal, 0.5 * u * slab.width)
      .toArray();
  return [1, -1].flatMap((u) => [corner(-1, -1, u), corner(1, -1, u), corner(1, 1, u), corner(-1, 1, u)]);
}

class Strokes {
  private readonly places: number[] = [];
  private readonly colors: number[] = [];

  add(at: ArrayLike<number>, { r, g, b }: Color): void {
    this.places.push(at[0], at[1], at[2]);
    this.colors.push(r, g, b);
  }

  writeTo(geometry: BufferGeometry): void {
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(this.places), 3));
    geometry.setAttribute('color', new BufferAttribute(Float32Array.from(this.colors), 3));
  }
}
