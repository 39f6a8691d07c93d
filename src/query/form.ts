// A mesh as queries see it: its elements (faces first, then wires, then points) with a tree over them, whether it has an
// inside, and one vertex of each connected piece.

import type { Mesh } from '../geometry/index.ts';
import { closednessOf } from '../geometry/surface/index.ts';
import { FittedTree, type Tree, writePrimitiveBoxes } from '../geometry/tree/index.ts';
import { rootOf, singles, unite } from '../num/index.ts';

/** Which element of a mesh, and its number among those of its kind. */
export interface Element {
  /** What kind of part it is. */
  readonly kind: 'face' | 'wire' | 'point';
  /** Its place among those of its kind. */
  readonly index: number;
}

export class Form {
  readonly mesh: Mesh;
  readonly faces: number;
  readonly wires: number;
  /** Of elements. */
  readonly count: number;
  private readonly fitted = new FittedTree();
  private readonly boxes: Float64Array;
  private isClosed: boolean | undefined;
  private firsts: Uint32Array | undefined;

  /** @param mesh  its positions may change later: then call `refit` */
  constructor(mesh: Mesh) {
    this.mesh = mesh;
    this.faces = mesh.faces.length / 3;
    this.wires = mesh.wires.length / 2;
    this.count = this.faces + this.wires + mesh.points.length;
    this.boxes = new Float64Array(6 * this.count);
    this.refit();
  }

  get tree(): Tree {
    return this.fitted.tree;
  }

  /** The positions have changed. */
  refit(): void {
    const { boxes, faces, wires } = this;
    const { positions, faces: corners, wires: ends, points } = this.mesh;
    writePrimitiveBoxes(boxes, positions, corners, 3);
    writePrimitiveBoxes(boxes.subarray(6 * faces), positions, ends, 2);
    writePrimitiveBoxes(boxes.subarray(6 * (faces + wires)), positions, points, 1);
    this.fitted.fit(boxes);
  }

  /** How many vertices an element has. */
  sizeOf(element: number): number {
    return element < this.faces ? 3 : element < this.faces + this.wires ? 2 : 1;
  }

  /** The k-th vertex of an element. */
  vertexOf(element: number, k: number): number {
    const { faces, wires, mesh } = this;
    if (element < faces) return mesh.faces[3 * element + k];
    if (element < faces + wires) return mesh.wires[2 * (element - faces) + k];
    return mesh.points[element - faces - wires];
  }

  elementOf(element: number): Element {
    const { faces, wires } = this;
    if (element < faces) return { kind: 'face', index: element };
    if (element < faces + wires) return { kind: 'wire', index: element - faces };
    return { kind: 'point', index: element - faces - wires };
  }

  /** Its faces bound an inside. */
  get closed(): boolean {
    this.isClosed ??= this.faces > 0 && closednessOf(this.mesh).closed;
    return this.isClosed;
  }

  /** A vertex of each connected piece: if surfaces do not cross, a piece is inside something exactly where this is. */
  get pieces(): Uint32Array {
    this.firsts ??= firstVertices(this.mesh);
    return this.firsts;
  }
}

function firstVertices({ positions, faces, wires, points }: Mesh): Uint32Array {
  const parents = singles(positions.length / 3);
  for (let f = 0; f < faces.length; f += 3) {
    unite(parents, faces[f], faces[f + 1]);
    unite(parents, faces[f], faces[f + 2]);
  }
  for (let w = 0; w < wires.length; w += 2) unite(parents, wires[w], wires[w + 1]);
  const roots = new Set<number>();
  for (const list of [faces, wires, points]) for (const vertex of list) roots.add(rootOf(parents, vertex));
  return Uint32Array.from(roots);
}

const forms = new WeakMap<Mesh, Form>();

/** Of a mesh that never moves: made once, however many bodies and worlds share it. */
export function formOf(mesh: Mesh): Form {
  const known = forms.get(mesh);
  if (known) return known;
  const form = new Form(mesh);
  forms.set(mesh, form);
  return form;
}
