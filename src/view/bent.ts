// The surface of a body that bends, as a geometry of three.js that follows the coordinates of its modes.
//
// Corners that are smooth at rest stay smooth: they share a vertex, whose normal is summed anew from the faces around
// it. Vibration is far too small to fold a surface at other edges.

import { BufferAttribute, BufferGeometry } from 'three';
import { type BentBody, writeBent } from '../record/index.ts';

export class BentGeometry {
  readonly geometry = new BufferGeometry();
  private readonly bent: BentBody;
  private readonly positions: Float64Array;
  /** The vertex of the surface that each vertex of the geometry is. */
  private readonly source: Uint32Array;
  private readonly shown: Float64Array;
  private factor = Number.NaN;

  /** @param normals  of the corners of all faces at rest, xyz a corner */
  constructor(bent: BentBody, normals: ArrayLike<number>) {
    this.bent = bent;
    const { positions, faces, modes } = bent.shape;
    this.positions = new Float64Array(positions.length);
    this.shown = new Float64Array(modes);
    const source: number[] = [];
    const places = new Map<string, number>();
    const index = new Uint32Array(faces.length);
    faces.forEach((vertex, corner) => {
      const normal = [0, 1, 2].map((k) => Math.round(1000 * normals[3 * corner + k]));
      const key = `${vertex} ${normal.join(' ')}`;
      const place = places.get(key) ?? source.push(vertex) - 1;
      places.set(key, place);
      index[corner] = place;
    });
    this.source = Uint32Array.from(source);
    this.geometry.setIndex(new BufferAttribute(index, 1));
    this.geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * source.length), 3));
    this.show(undefined, 1);
  }

  /**
   * @param bends   coordinates of all bodies that bend; none: at rest
   * @param factor  what bending is multiplied with
   */
  show(bends: Float64Array | undefined, factor: number): void {
    const { bent, positions, source, shown, geometry } = this;
    const { at, shape } = bent;
    let isSame = factor === this.factor;
    for (let m = 0; m < shape.modes; m++) {
      const q = bends === undefined ? 0 : bends[at + m];
      if (q === shown[m]) continue;
      shown[m] = q;
      isSame = false;
    }
    if (isSame) return;
    this.factor = factor;
    writeBent(positions, shape, shown, 0, factor);
    const attribute = geometry.getAttribute('position') as BufferAttribute;
    const out = attribute.array as Float32Array;
    for (let i = 0; i < source.length; i++) {
      const v = 3 * source[i];
      out[3 * i] = positions[v];
      out[3 * i + 1] = positions[v + 1];
      out[3 * i + 2] = positions[v + 2];
    }
    attribute.needsUpdate = true;
    geometry.computeVertexNormals();
    geometry.boundingSphere = null;
    geometry.boundingBox = null;
  }
}
