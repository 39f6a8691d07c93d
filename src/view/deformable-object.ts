// One deformable as three.js objects: a sheet or the surface of a solid, the tubes of its wires, the balls of its particles.

import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  Group,
  Mesh as ThreeMesh,
  MeshStandardMaterial,
} from 'three';
import type { Deformable, Mesh } from '../scene/index.ts';
import { ParticleBalls } from './particle-balls.ts';
import { RodTubes } from './rod-tubes.ts';
import { ThickGeometry } from './thick-geometry.ts';

export class DeformableObject {
  readonly object = new Group();
  private readonly material: MeshStandardMaterial;
  private readonly faces: { readonly geometry: BufferGeometry; readonly source?: Uint32Array } | undefined;
  private readonly sheet: ThickGeometry | undefined;
  private readonly tubes: RodTubes | undefined;
  private readonly balls: ParticleBalls | undefined;
  private readonly size: number;
  private own: Color;
  private isTinted = false;

  constructor(deformable: Deformable, mesh: Mesh, color: Color) {
    const { kind, thickness, restPositions } = deformable;
    const { positions, faces, wires, points } = mesh;
    this.size = positions.length;
    this.own = color;
    this.material = new MeshStandardMaterial({ color, roughness: 0.6, metalness: 0, side: 2 });
    if (faces.length > 0) {
      // a solid's skin is what keeps others off, not what it is made of
      if (kind !== 'solid')
        this.sheet = new ThickGeometry({ ...mesh, positions: restPositions ?? positions }, thickness);
      this.faces = this.sheet ?? { geometry: surfaceGeometry(mesh) };
      const object = new ThreeMesh(this.faces.geometry, this.material);
      object.castShadow = object.receiveShadow = true;
      object.frustumCulled = false;
      this.object.add(object);
    }
    if (wires.length > 0) this.tubes = new RodTubes(wires, 0.5 * thickness, this.material);
    if (points.length > 0) this.balls = new ParticleBalls(points, 0.5 * thickness, this.material);
    for (const part of [this.tubes, this.balls]) if (part) this.object.add(part.object);
  }

  /** @param first  where its coordinates begin */
  show(vertices: Float64Array, first: number): void {
    this.balls?.show(vertices, first);
    this.tubes?.show(vertices, first);
    if (this.sheet) this.sheet.show(vertices, first);
    else if (this.faces) {
      const { geometry } = this.faces;
      const position = geometry.getAttribute('position') as BufferAttribute;
      (position.array as Float32Array).set(vertices.subarray(first, first + this.size));
      position.needsUpdate = true;
      geometry.computeVertexNormals();
    }
  }

  paint(color: Color): void {
    this.own = color.clone();
    if (!this.isTinted) this.material.color.copy(this.own);
  }

  /** Colours by vertex instead of its own, rgb in linear light; none: its own again. */
  tint(colors: Float32Array | undefined): void {
    if (colors === undefined && !this.isTinted) return;
    this.tubes?.tint(colors);
    if (this.faces) tintFaces(this.faces.geometry, this.faces.source, colors);
    const isTinted = colors !== undefined;
    if (isTinted !== this.isTinted) {
      this.material.vertexColors = isTinted && this.faces !== undefined;
      this.material.needsUpdate = true;
    }
    this.isTinted = isTinted;
    if (isTinted) this.material.color.setRGB(1, 1, 1);
    else this.material.color.copy(this.own);
  }

  dispose(): void {
    this.faces?.geometry.dispose();
    this.tubes?.dispose();
    this.balls?.geometry.dispose();
    this.balls?.object.dispose();
    this.material.dispose();
  }
}

function surfaceGeometry({ positions, faces }: Mesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(new BufferAttribute(faces.slice(), 1));
  geometry.computeVertexNormals();
  return geometry;
}

function tintFaces(geometry: BufferGeometry, source: Uint32Array | undefined, colors?: Float32Array): void {
  if (colors === undefined) {
    geometry.deleteAttribute('color');
    return;
  }
  const { count } = geometry.getAttribute('position');
  const known = geometry.getAttribute('color') as BufferAttribute | undefined;
  const attribute = known ?? new BufferAttribute(new Float32Array(3 * count), 3);
  const out = attribute.array as Float32Array;
  for (let i = 0; i < count; i++) {
    const from = 3 * (source === undefined ? i : source[i]);
    for (let k = 0; k < 3; k++) out[3 * i + k] = colors[from + k];
  }
  if (known) known.needsUpdate = true;
  else geometry.setAttribute('color', attribute);
}
