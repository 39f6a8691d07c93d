// Where bodies touch, and how hard: a dot and an arrow for each contact.

import {
  Color,
  DynamicDrawUsage,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Vector3,
} from 'three';
import { signal } from '@preact/signals';
import type { ContactRows } from '../../../../src/record/index.ts';
import { Arrows } from './arrows.ts';
import { contactForces, referenceForce } from '../contacts/contact-force.ts';
import type { Layer, Shown } from './layer.ts';
import type { Palette } from './palette.ts';
import { toScene } from '../pointer/pick.ts';

/** Arrows drawn at most: the strongest; and of a motion where drawing is slow. */
const MOST = 3000;
const MOST_COARSE = 500;
/** In radii of everything: the length of the reference force, and the longest arrow. */
const REFERENCE_LENGTH = 0.35;
const LONGEST = 0.8;

export interface ForceScale {
  /** [N] */
  readonly force: number;
  /** [m] */
  readonly length: number;
  readonly contacts: number;
}

/** For the legend. */
export const forceScale = signal<ForceScale | undefined>(undefined);

const from = new Vector3();
const local = new Vector3();
const along = new Vector3();
const matrix = new Matrix4();

export class ContactLayer implements Layer {
  readonly object = new Group();
  private readonly arrows = new Arrows();
  private readonly dotShape = new IcosahedronGeometry(1, 0);
  private readonly dotMaterial = new MeshBasicMaterial({ toneMapped: false });
  private dots = this.dotsFor(64);
  private readonly palette: () => Palette;
  private readonly contacts: (index: number) => ContactRows | undefined;

  /** @param contacts  those of a frame; undefined while they are on their way */
  constructor(palette: () => Palette, contacts: (index: number) => ContactRows | undefined) {
    this.palette = palette;
    this.contacts = contacts;
    this.object.add(this.arrows.object, this.dots);
  }

  update({ scene, film, frame, contactFrame, radius, pixel, isCoarse }: Shown): void {
    const rows = film && this.contacts(contactFrame);
    if (rows === undefined) {
      if (film !== undefined) return;
      this.begin(0);
      this.end(0, isCoarse);
      forceScale.value = undefined;
      return;
    }
    const isFixed = (body: number) => scene.bodies[body]?.motion === 'static';
    const forces = contactForces(rows, 1 / scene.frameRateHz, isFixed);
    const count = forces.length;
    const most = isCoarse ? MOST_COARSE : MOST;
    if (count > most) {
      forces.sort((a, b) => b.size - a.size);
      forces.length = most;
    }
    const reference = referenceForce(scene.bodies, scene.gravity, forces);
    const { force, cappedForce } = this.palette();
    this.begin(forces.length);
    const width = Math.min(2.2 * pixel, 0.02 * radius);
    forces.forEach((one, i) => {
      local.fromArray(rows.point, 3 * one.row);
      toScene(scene, frame, one.body, local, from);
      const asked = reference > 0 ? (REFERENCE_LENGTH * radius * one.size) / reference : 0;
      const length = Math.min(LONGEST * radius, asked);
      const color = asked > length ? cappedForce : force;
      this.arrows.add(from, along.set(one.x, one.y, one.z), length, width, color);
      matrix.makeScale(1.3 * width, 1.3 * width, 1.3 * width).setPosition(from);
      this.dots.setMatrixAt(i, matrix);
      this.dots.setColorAt(i, color);
    });
    this.end(forces.length, isCoarse);
    forceScale.value = {
      force: reference,
      length: REFERENCE_LENGTH * radius,
      contacts: count,
    };
  }

  dispose(): void {
    this.arrows.dispose();
    for (const one of [this.dots, this.dotShape, this.dotMaterial]) one.dispose();
    forceScale.value = undefined;
  }

  private begin(count: number): void {
    this.arrows.begin(count);
    if (count <= this.dots.instanceMatrix.count) return;
    this.object.remove(this.dots);
    this.dots.dispose();
    this.dots = this.dotsFor(2 * count);
    this.object.add(this.dots);
  }

  private end(count: number, isCoarse: boolean): void {
    this.arrows.end(isCoarse);
    this.dots.count = count;
    this.dots.instanceMatrix.needsUpdate = true;
    if (this.dots.instanceColor) this.dots.instanceColor.needsUpdate = true;
  }

  private dotsFor(capacity: number): InstancedMesh {
    const made = new InstancedMesh(this.dotShape, this.dotMaterial, capacity);
    made.instanceMatrix.setUsage(DynamicDrawUsage);
    made.setColorAt(0, new Color(1, 1, 1));
    made.frustumCulled = false;
    made.count = 0;
    return made;
  }
}
