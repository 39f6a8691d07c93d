// A sheet as a geometry of three.js, as thick as it is.

import { BufferAttribute, BufferGeometry } from 'three';
import { ThickSheet } from '../geometry/surface/index.ts';
import type { Mesh } from '../scene/index.ts';

export class ThickGeometry {
  readonly geometry = new BufferGeometry();
  /** The vertex of the sheet that each vertex of the geometry comes from. */
  readonly source: Uint32Array;
  private readonly sheet: ThickSheet;

  /**
   * @param rest       edges that are sharp here stay sharp
   * @param thickness  [m]
   */
  constructor(rest: Mesh, thickness: number) {
    this.sheet = new ThickSheet(rest, thickness);
    this.source = this.sheet.source;
    const { faces, positions } = this.sheet;
    this.geometry.setIndex(new BufferAttribute(faces, 1));
    for (const name of ['position', 'normal'])
      this.geometry.setAttribute(name, new BufferAttribute(new Float32Array(positions.length), 3));
  }

  /** @param first  where the sheet's coordinates begin */
  show(vertices: ArrayLike<number>, first: number): void {
    const { sheet, geometry } = this;
    sheet.write(vertices, first);
    for (const [name, values] of [
      ['position', sheet.positions],
      ['normal', sheet.normals],
    ] as const) {
      const attribute = geometry.getAttribute(name) as BufferAttribute;
      (attribute.array as Float32Array).set(values);
      attribute.needsUpdate = true;
    }
  }
}
