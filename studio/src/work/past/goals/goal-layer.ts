// Goals in the view, as lines: the box or ball of a start and the way from there, an arrow from a side, a cross at a place, a ring about
// who is not to be fast, an arrow from who strikes to who is struck; and what is being drawn.

import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Vector3 } from 'three';
import type { Goal, GoalRegion } from '../../../../../src/scene/index.ts';
import type { Layer, Shown } from '../../../view/layers/layer.ts';
import type { Stage } from '../../../view/stage.ts';
import { bodyRadii } from '../../../view/start-frame.ts';
import { drawing, drawnGoal, upOf } from './draw-goal.ts';

/** Pieces of a circle. */
const PIECES = 32;
const AXES = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

export class GoalLayer implements Layer {
  readonly object = new Group();
  private readonly stage: Stage;
  private readonly lines = new BufferGeometry();
  private readonly material = new LineBasicMaterial({ depthTest: false, transparent: true });

  constructor(stage: Stage) {
    this.stage = stage;
    const one = new LineSegments(this.lines, this.material);
    one.frustumCulled = false;
    one.renderOrder = 8;
    this.object.add(one);
  }

  update({ scene, radius }: Shown): void {
    this.material.color.copy(this.stage.palette.accent);
    const points: number[] = [];
    const goals = scene.goals ?? [];
    const radii = goals.length > 0 ? bodyRadii(scene) : [];
    for (const goal of goals)
      for (const body of goal.bodies) {
        const at = new Vector3(...scene.bodies[body].pose.position);
        const by = goal.by === undefined ? undefined : new Vector3(...scene.bodies[goal.by].pose.position);
        addGoal(points, goal, at, radii[body], by, radius);
      }
    addDrawn(points);
    this.lines.setAttribute('position', new BufferAttribute(Float32Array.from(points), 3));
  }

  dispose(): void {
    for (const one of [this.lines, this.material]) one.dispose();
  }
}

function addGoal(
  points: number[],
  { startsIn, from, passes, atMost }: Goal,
  at: Vector3,
  size: number,
  by: Vector3 | undefined,
  radius: number,
): void {
  if (startsIn !== undefined) {
    addRegion(points, startsIn);
    addArrow(points, new Vector3(...startsIn.center), at);
  } else if (from !== undefined) {
    const side = new Vector3(...from);
    side.addScaledVector(upOf(), -side.dot(upOf())).normalize();
    addArrow(points, at.clone().addScaledVector(side, Math.max(2 * size, 0.15 * radius)), at);
  } else if (passes !== undefined) {
    const place = new Vector3(...passes);
    for (const axis of AXES)
      addLine(points, place.clone().addScaledVector(axis, size), place.clone().addScaledVector(axis, -size));
    addLine(points, place, at);
  } else if (atMost !== undefined) addCircle(points, at, upOf(), 1.3 * size);
  else if (by !== undefined) addArrow(points, by, at);
}

/** The base of a box, or a stroke. */
function addDrawn(points: number[]): void {
  const drawn = drawnGoal.peek();
  if (drawn.length < 6) return;
  const from = new Vector3().fromArray([...drawn]);
  const to = new Vector3().fromArray([...drawn], 3);
  if (drawing.peek() === 'from') addArrow(points, to, from);
  else addBox(points, from.clone().add(to).multiplyScalar(0.5), to.clone().sub(from));
}

function addRegion(points: number[], region: GoalRegion): void {
  const center = new Vector3(...region.center);
  if ('size' in region) addBox(points, center, new Vector3(...region.size));
  else for (const axis of AXES) addCircle(points, center, axis, region.radius);
}

function addBox(points: number[], center: Vector3, size: Vector3): void {
  const corner = (n: number) =>
    new Vector3(n & 1 ? 0.5 : -0.5, n & 2 ? 0.5 : -0.5, n & 4 ? 0.5 : -0.5).multiply(size).add(center);
  for (let n = 0; n < 8; n++)
    for (const bit of [1, 2, 4]) if ((n & bit) === 0) addLine(points, corner(n), corner(n | bit));
}

function addCircle(points: number[], center: Vector3, axis: Vector3, radius: number): void {
  const u = new Vector3(axis.y, axis.z, axis.x);
  const v = axis.clone().cross(u);
  const point = (i: number) => {
    const angle = (2 * Math.PI * i) / PIECES;
    return center
      .clone()
      .addScaledVector(u, radius * Math.cos(angle))
      .addScaledVector(v, radius * Math.sin(angle));
  };
  for (let i = 0; i < PIECES; i++) addLine(points, point(i), point(i + 1));
}

/** A line whose head is a little before its end. */
function addArrow(points: number[], from: Vector3, to: Vector3): void {
  addLine(points, from, to);
  const way = to.clone().sub(from);
  const side = way.clone().cross(upOf()).multiplyScalar(0.06);
  const tip = from.clone().addScaledVector(way, 0.7);
  const back = from.clone().addScaledVector(way, 0.58);
  addLine(points, tip, back.clone().add(side));
  addLine(points, tip, back.clone().sub(side));
}

function addLine(points: number[], from: Vector3, to: Vector3): void {
  points.push(...from.toArray(), ...to.toArray());
}
