// The whole mutable state of a simulation: the motion alone, nothing of how contacts are found.

import type { State } from '../../record/index.ts';
import { DRAG_SIZE } from './drag.ts';
import type { Driver } from './driver.ts';
import { readHistory } from './detect/history.ts';
import {
  HINGE_PREVIOUS,
  HINGE_SIZE,
  SPRING_PREVIOUS,
  SPRING_SIZE,
  TRIANGLE_PREVIOUS,
  TRIANGLE_SIZE,
} from './loop/layout/layout.ts';
import { PLATE_PREVIOUS, PLATE_SIZE, TILT_INVERSE, TILT_SIZE } from './loop/layout/plates.ts';
import {
  RULE_COURANT,
  RULE_ETA,
  RULE_FRICTION,
  RULE_R,
  RULE_RESTITUTION,
  RULE_SIZE,
  RULE_SWING,
} from './loop/layout/contact.ts';
import type { Model } from './model/model.ts';
import { addPulls } from './pulls.ts';

export interface AsyncState extends State {
  /** [0] all events before this tick are done, [1] how far the caller has asked us to go [s], −1 before the first time. */
  clock: Float64Array;
  /** Of every vertex at its own time: [m], [m/s], [ticks]. */
  position: Float64Array;
  velocity: Float64Array;
  time: Float64Array;
  /** By gravity, pulls and drags [m/s²]. */
  acceleration: Float64Array;
  /** Of the tilt of every edge between two plates, at its own time: [rad], [rad/s], [ticks]. */
  tilt: Float64Array;
  /** Lengths, strains (four numbers a triangle), angles and bends (six numbers a plate) of elements at their previous ticks. */
  previous: Float64Array;
  /** Layers that pushed at their previous tick: see history.ts. */
  layers: Float64Array;
  /** Of items; they may be changed by parameters. */
  friction: Float64Array;
  restitution: Float64Array;
  /** [m/s²] */
  gravity: Float64Array;
  /** Of items: mean extra acceleration by forces from outside [m/s²], xyz. */
  forced: Float64Array;
  /** Of items: see drag.ts. */
  drags: Float64Array;
}

export function initialState(model: Model): AsyncState {
  const { scene, items, vertices, elements } = model;
  const things = [...scene.bodies, ...scene.deformables];
  const { springs, triangles, hinges, plates, tilts } = elements;
  return {
    clock: Float64Array.of(0, -1),
    position: model.positions.slice(),
    velocity: model.velocities.slice(),
    time: new Float64Array(vertices),
    acceleration: model.accelerations.slice(),
    previous: new Float64Array(springs.count + 4 * triangles.count + hinges.count + 6 * plates.count),
    tilt: Float64Array.from({ length: 3 * tilts.count }, (_, i) => (i % 3 === 0 ? tilts.start[i / 3] : 0)),
    layers: new Float64Array(0),
    friction: Float64Array.from(things, ({ material }) => material.friction),
    restitution: Float64Array.from(things, ({ material }) => material.restitution),
    gravity: Float64Array.from(scene.gravity),
    forced: new Float64Array(3 * items),
    drags: new Float64Array(DRAG_SIZE * items).map((_, i) => (i % DRAG_SIZE === 0 ? -1 : 0)),
  };
}

/** Puts the state into the loop's tables; pairs and certificates are then to be built anew. */
export function loadState(driver: Driver, state: AsyncState): void {
  const { tables, model } = driver;
  const { springs, triangles, hinges, plates, tilts } = model.elements;
  tables.position.set(state.position);
  tables.velocity.set(state.velocity);
  tables.time.set(state.time);
  tables.acceleration.set(state.acceleration);
  tables.springs.set(springs.reals);
  tables.triangles.set(triangles.reals);
  tables.hinges.set(hinges.reals);
  tables.plates.set(plates.reals);
  for (let t = 0; t < tilts.count; t++) {
    tables.tilts.set(state.tilt.subarray(3 * t, 3 * t + 3), TILT_SIZE * t);
    tables.tilts[TILT_SIZE * t + TILT_INVERSE] = tilts.inverseInertias[t];
  }
  eachPrevious(driver, (table, at, i) => {
    table[at] = state.previous[i];
  });
  writeRules(driver, state);
}

/** Takes the state from the loop's tables. */
export function saveState(driver: Driver, state: AsyncState): void {
  const { tables } = driver;
  state.position.set(tables.position);
  state.velocity.set(tables.velocity);
  state.time.set(tables.time);
  state.acceleration.set(tables.acceleration);
  eachPrevious(driver, (table, at, i) => {
    state.previous[i] = table[at];
  });
  for (let i = 0; i < state.tilt.length; i++)
    state.tilt[i] = tables.tilts[TILT_SIZE * Math.floor(i / 3) + (i % 3)];
  state.layers = readHistory(tables);
}

function eachPrevious(driver: Driver, visit: (table: Float64Array, at: number, i: number) => void): void {
  const { tables, model } = driver;
  const { springs, triangles, hinges, plates } = model.elements;
  let i = 0;
  for (let e = 0; e < springs.count; e++) visit(tables.springs, SPRING_SIZE * e + SPRING_PREVIOUS, i++);
  for (let e = 0; e < triangles.count; e++) {
    for (let k = 0; k < 4; k++) visit(tables.triangles, TRIANGLE_SIZE * e + TRIANGLE_PREVIOUS + k, i++);
  }
  for (let e = 0; e < hinges.count; e++) visit(tables.hinges, HINGE_SIZE * e + HINGE_PREVIOUS, i++);
  for (let e = 0; e < plates.count; e++) {
    for (let k = 0; k < 6; k++) visit(tables.plates, PLATE_SIZE * e + PLATE_PREVIOUS + k, i++);
  }
}

/** The table of rules with the present friction and restitution; a pair's own rule in the scene goes before. */
export function writeRules({ tables, model }: Driver, state: AsyncState): void {
  const { items, rules, scene } = model;
  for (let a = 0; a < items; a++) {
    for (let b = 0; b < items; b++) {
      const at = RULE_SIZE * (a * items + b);
      const from = a * items + b;
      const own = scene.pairs.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a));
      tables.rules[at + RULE_ETA] = rules.collide[from] === 1 ? rules.thickness[from] : 0;
      tables.rules[at + RULE_R] = rules.stiffness[from];
      tables.rules[at + RULE_SWING] = rules.swing[from];
      tables.rules[at + RULE_COURANT] = rules.step[from];
      tables.rules[at + RULE_FRICTION] = own?.friction ?? Math.sqrt(state.friction[a] * state.friction[b]);
      tables.rules[at + RULE_RESTITUTION] =
        own?.restitution ?? Math.max(state.restitution[a], state.restitution[b]);
    }
  }
}

/** Gravity, pulls of pins, forces of the scene at this time and from outside; drags are added at their own ticks. */
export function writeAccelerations(model: Model, state: AsyncState, out: Float64Array): void {
  const { scene } = model;
  for (let v = 0; v < model.vertices; v++) {
    if (model.inverseMasses[v] === 0) continue;
    const item = model.itemOfVertex[v];
    for (let k = 0; k < 3; k++) {
      // the model's own has gravity as the scene gave it
      const pull = model.accelerations[3 * v + k] - scene.gravity[k];
      out[3 * v + k] = state.gravity[k] + pull + state.forced[3 * item + k];
    }
  }
  addPulls(model, state.clock[0], out);
}
