// How long a body may fly before it could meet another that it does not touch yet.
//
// Steps of a millisecond are long for what falls: at 2 m/s it would be 2 mm deep in a table before anyone looked. Boxes
// about both bodies, moving as they do now, meet no sooner than along every axis on which they are apart, and the bodies
// themselves, however near their boxes are, no sooner than their speeds take them over the distance between them; until then the
// step may last, and from then on it is as short as moving by `travel` takes. Of two bodies that touch one may still turn
// and slap the other with its far end: so far as it turns, they get no longer steps either. Balls do not slap.

import { matrixFromQuaternion } from '../../../num/index.ts';
import type { ContactSet } from '../collide/contact-set.ts';
import type { Collider } from '../collide/contacts.ts';
import type { Model } from '../model.ts';
import { meanScripted } from '../scripted.ts';
import type { Moment } from './flow.ts';
import type { Past } from './past.ts';

/** No step is made shorter than this for an approach [s]. */
const SHORTEST = 1e-6;

const matrix = new Float64Array(9);

export class Approach {
  private readonly model: Model;
  /** Middle and half sides of each body's box at rest, body coordinates, six a body. */
  private readonly rest: Float64Array;
  /** Middle and half sides of boxes in the world, six a body; velocities, three, and how fast the surface turns, one. */
  private readonly boxes: Float64Array;
  private readonly velocities: Float64Array;
  private readonly turning: Float64Array;
  private readonly planes: Float64Array;
  private readonly touching = new Set<number>();
  private readonly scripted = new Float64Array(6);
  private readonly past: Past;
  private readonly collider: Collider;

  /**
   * @param past      who pushed whom in the last step
   * @param collider  has looked for contacts at the moment that is looked at
   */
  constructor(model: Model, past: Past, collider: Collider) {
    const { count } = model;
    this.model = model;
    this.past = past;
    this.collider = collider;
    this.rest = new Float64Array(6 * count);
    this.boxes = new Float64Array(6 * count);
    this.velocities = new Float64Array(3 * count);
    this.turning = new Float64Array(count);
    this.planes = planesOf(model);
    model.bodies.bodies.forEach(({ surface }, b) => {
      for (let k = 0; k < 3; k++) {
        let low = Infinity;
        let high = -Infinity;
        for (let i = k; i < surface.positions.length; i += 3) {
          low = Math.min(low, surface.positions[i]);
          high = Math.max(high, surface.positions[i]);
        }
        this.rest[6 * b + k] = 0.5 * (low + high);
        this.rest[6 * b + 3 + k] = 0.5 * (high - low);
      }
    });
  }

  /** Looks at where all bodies are at a time, how they move, and who touches whom. */
  look(moment: Moment, contacts: ContactSet, time: number): void {
    const { model, touching } = this;
    for (let b = 0; b < model.count; b++) this.place(moment, b, time);
    touching.clear();
    for (let c = 0; c < contacts.count; c++) {
      touching.add(contacts.a[c] * model.count + contacts.b[c]);
      touching.add(contacts.b[c] * model.count + contacts.a[c]);
    }
  }

  /** The longest flight of body b [s], `longest` where nothing is in its way. */
  limit(b: number, longest: number): number {
    const { model, touching } = this;
    let h = longest;
    for (let other = 0; other < model.count; other++) {
      if (other === b || (model.isDynamic[b] === 0 && model.isDynamic[other] === 0)) continue;
      if (touching.has(b * model.count + other)) {
        h = Math.min(h, model.options.travel / (this.slapSpeed(b, other) + 1e-30));
        continue;
      }
      h = Math.min(
        h,
        model.bodies.bodies[other].kind === 'plane' ? this.overPlane(b, other, h) : this.pair(b, other, h),
      );
    }
    return Math.max(h, SHORTEST);
  }

  private place({ positions, rotations, velocities, momenta }: Moment, b: number, time: number): void {
    const { model, rest, boxes, turning } = this;
    matrixFromQuaternion(matrix, 0, rotations, 4 * b);
    for (let k = 0; k < 3; k++) {
      let middle = positions[3 * b + k];
      let half = 0;
      for (let j = 0; j < 3; j++) {
        middle += matrix[3 * k + j] * rest[6 * b + j];
        half += Math.abs(matrix[3 * k + j]) * rest[6 * b + 3 + j];
      }
      boxes[6 * b + k] = middle;
      boxes[6 * b + 3 + k] = half;
    }
    const { radius } = model.bodies.bodies[b];
    if (model.isKinematic[b] === 1) {
      meanScripted(model, b, time, model.options.timeStep, this.scripted, 0);
      for (let k = 0; k < 3; k++) this.velocities[3 * b + k] = this.scripted[k];
      const [, , , x, y, z] = this.scripted;
      turning[b] = radius * Math.sqrt(x * x + y * y + z * z);
      return;
    }
    let spin = 0;
    for (let k = 3 * b; k < 3 * b + 3; k++) {
      this.velocities[k] = velocities[k];
      // each moment at least the least one
      spin += momenta[k] * momenta[k];
    }
    const slaps = model.bodies.bodies[b].kind === 'sphere' ? 0 : 1;
    const least = slaps * Math.max(...model.inverseInertias.subarray(3 * b, 3 * b + 3));
    turning[b] = radius * least * Math.sqrt(spin);
  }

  /** How fast two bodies that touch may come together elsewhere; what has only just met is about to turn. */
  private slapSpeed(b: number, other: number): number {
    const { model, velocities, turning, past } = this;
    const turn = turning[b] + turning[other];
    if (past.pushed(b, other)) return turn;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const speed = velocities[3 * b + k] - velocities[3 * other + k];
      square += speed * speed;
    }
    const isBall = model.bodies.bodies[b].kind === 'sphere' || model.bodies.bodies[other].kind === 'sphere';
    return isBall ? turn : turn + Math.sqrt(square);
  }

  private pair(b: number, other: number, longest: number): number {
    const { boxes, velocities, turning } = this;
    const turn = turning[b] + turning[other];
    let meeting = 0;
    let fastest = 0;
    for (let k = 0; k < 3; k++) {
      const apart = boxes[6 * other + k] - boxes[6 * b + k];
      const gap = Math.abs(apart) - boxes[6 * other + 3 + k] - boxes[6 * b + 3 + k];
      const speed = velocities[3 * b + k] - velocities[3 * other + k];
      fastest += speed * speed;
      if (gap <= 0) continue;
      const closing = (apart > 0 ? speed : -speed) + turn;
      if (!(closing * longest > gap)) return longest;
      meeting = Math.max(meeting, gap / closing);
    }
    const closing = Math.sqrt(fastest) + turn + 1e-30;
    const near = Math.max(meeting, this.model.options.travel / closing);
    if (near >= longest) return longest;
    return Math.max(near, this.collider.distance(b, other, closing * longest, closing * near) / closing);
  }

  private overPlane(b: number, plane: number, longest: number): number {
    const { boxes, velocities, turning, planes, model } = this;
    let gap = -planes[4 * plane + 3];
    let closing = turning[b];
    for (let k = 0; k < 3; k++) {
      const n = planes[4 * plane + k];
      gap += n * boxes[6 * b + k] - Math.abs(n) * boxes[6 * b + 3 + k];
      closing -= n * velocities[3 * b + k];
    }
    if (!(closing > 0 && closing * longest > gap)) return longest;
    return Math.max(gap, model.options.travel) / closing;
  }
}

/** Outward normal in the world and height along it of each plane, four numbers a body; zeros for all else. */
function planesOf({ scene }: Model): Float64Array {
  const planes = new Float64Array(4 * scene.bodies.length);
  scene.bodies.forEach(({ shape, pose }, b) => {
    if (shape.kind !== 'plane') return;
    matrixFromQuaternion(matrix, 0, Float64Array.from(pose.orientation), 0);
    for (let k = 0; k < 3; k++) {
      for (let j = 0; j < 3; j++) planes[4 * b + k] += matrix[3 * k + j] * shape.normal[j];
      planes[4 * b + 3] += planes[4 * b + k] * pose.position[k];
    }
  });
  return planes;
}
