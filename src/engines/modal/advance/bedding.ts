// What each of many contacts carries, where motion and modes do not say: as much as stands on it.
//
//   H_n v + c α ≥ bias,   c_i = ε / (area_i × thickness_i)
//
// every contact rests on a bed of its own, one more unknown with the inverse mass c. Of all impulses that hold a body those with the
// least Σ c α² are found, so that α is shared by area × thickness (bodies/columns.ts). ε is so small that beds do nothing else.
// They have no memory, and what they yield in a step is far below rounding of a step's motion.
//
// Rigid bodies touch with corners only, so theirs are left as they are.

import { unrotateByQuaternion } from '../../../num/index.ts';
import type { ModalBody } from '../bodies/body.ts';
import type { ContactSet } from '../collide/contact-set.ts';
import type { Model } from '../model.ts';
import { type ContactProblem, rowVelocity } from '../solve/problem.ts';

/**
 * How soft beds are in the mean, beside the bodies they bear: a hundred times what contacts are solved to, of what normals have to
 * stop. Solutions are judged beside all that is to be stopped, sliding too, so where bodies slide fast beds are softer.
 */
const OVER_TOLERANCE = 100;
const SOFTEST = 1e-3;
/** Of what stands on a contact in the mean: where an edge touches, or a ball, nothing does. */
const LEAST = 0.05;
/** Faces that look along a normal: cos 25°. */
const ALONG = 0.9;

const local = new Float64Array(3);
const place = { area: 0, depth: 0 };

/** Whether there are several contacts of bodies that bend. */
export function sharesLoads({ bodies: { bodies } }: Model, { a, b, count }: ContactSet): boolean {
  let found = 0;
  for (let c = 0; c < count && found < 2; c++) if (bodies[a[c]].modes > 0 || bodies[b[c]].modes > 0) found++;
  return found > 1;
}

/** The problem with beds for the contacts of bodies that bend. */
export function bedContacts(
  model: Model,
  rotations: Float64Array,
  set: ContactSet,
  problem: ContactProblem,
): ContactProblem {
  const { bodies } = model.bodies;
  const bends = (c: number): boolean => bodies[set.a[c]].modes > 0 || bodies[set.b[c]].modes > 0;
  const beds: number[] = [];
  for (let c = 0; c < problem.contacts; c++) if (bends(c)) beds.push(c);
  const shares = beds.map((c) => loadOf(bodies, rotations, set, c));
  const mean = shares.reduce((sum, share) => sum + share, 0) / beds.length;
  const softness = beds.map((_, i) => (mean > 0 ? mean / Math.max(shares[i], LEAST * mean) : 1));
  const scale = scaleOf(model.solve.tolerance, problem, beds);

  const { dofs, starts, columns, values } = problem;
  const more = {
    starts: new Int32Array(starts.length),
    columns: new Int32Array(starts[starts.length - 1] + 3 * beds.length),
    values: new Float64Array(starts[starts.length - 1] + 3 * beds.length),
  };
  const inverseMass = new Float64Array(dofs + beds.length);
  inverseMass.set(problem.inverseMass);
  const predicted = new Float64Array(dofs + beds.length);
  predicted.set(problem.predicted);
  let bed = 0;
  let to = 0;
  for (let row = 0; row < 3 * problem.contacts; row++) {
    const c = Math.floor(row / 3);
    more.starts[row] = to;
    for (let e = starts[row]; e < starts[row + 1]; e++) {
      more.columns[to] = columns[e];
      more.values[to++] = values[e];
    }
    if (beds[bed] !== c) continue;
    // the three rows of a contact have the same columns
    more.columns[to] = dofs + bed;
    more.values[to++] = row % 3 === 0 ? 1 : 0;
    if (row % 3 < 2) continue;
    inverseMass[dofs + bed] = scale * softness[bed];
    bed++;
  }
  more.starts[3 * problem.contacts] = to;
  return { ...problem, ...more, dofs: dofs + beds.length, inverseMass, predicted };
}

/** ε over what stands on a contact in the mean. */
function scaleOf(tolerance: number, problem: ContactProblem, beds: readonly number[]): number {
  const { predicted, bias, contacts } = problem;
  let along = 0;
  let all = 0;
  let weights = 0;
  for (let row = 0; row < 3 * contacts; row++) {
    const weight = inverseOf(problem, row);
    if (!(weight > 0)) continue;
    const speed = rowVelocity(problem, row, predicted) - (row % 3 === 0 ? bias[row / 3] : 0);
    all += (speed * speed) / weight;
    if (row % 3 === 0) along += (speed * speed) / weight;
  }
  for (const c of beds) weights += inverseOf(problem, 3 * c);
  const slides = along > 0 ? Math.sqrt(all / along) : 1;
  return (Math.min(SOFTEST, OVER_TOLERANCE * tolerance * slides) * weights) / beds.length;
}

function inverseOf({ starts, columns, values, inverseMass }: ContactProblem, row: number): number {
  let sum = 0;
  for (let e = starts[row]; e < starts[row + 1]; e++) sum += values[e] * values[e] * inverseMass[columns[e]];
  return sum;
}

/** Area × thickness of what stands on a contact [m³]: the area of whose vertex it is, the thickness of the thinner body. */
function loadOf(bodies: readonly ModalBody[], rotations: Float64Array, set: ContactSet, c: number): number {
  let area = 0;
  let depth = Infinity;
  for (let side = 0; side < 2; side++) {
    const body = bodies[side === 0 ? set.a[c] : set.b[c]];
    if (!body.columns) continue;
    const places = side === 0 ? set.placesA : set.placesB;
    const weights = side === 0 ? set.weightsA : set.weightsB;
    // out of the body
    for (let k = 0; k < 3; k++) local[k] = (side === 0 ? -1 : 1) * set.normals[3 * c + k];
    unrotateByQuaternion(local, 0, rotations, 4 * body.index, local, 0);
    let thick = 0;
    for (let k = 3 * c; k < 3 * c + 3; k++) {
      if (weights[k] === 0) continue;
      standOn(body, places[k]);
      thick += weights[k] * place.depth;
      if (weights[k] === 1) area = Math.max(area, place.area);
    }
    if (body.motion === 'dynamic') depth = Math.min(depth, thick);
  }
  return area * (depth < Infinity ? depth : 1);
}

/** Writes area and mean thickness of the faces at a vertex that look along `local`. */
function standOn({ surface, columns }: ModalBody, v: number): void {
  const { aroundStarts, aroundFaces, faces } = surface;
  place.area = 0;
  place.depth = 0;
  if (!columns) return;
  const { normals, areas, depths } = columns;
  for (let i = aroundStarts[v]; i < aroundStarts[v + 1]; i++) {
    const f = 3 * aroundFaces[i];
    if (normals[f] * local[0] + normals[f + 1] * local[1] + normals[f + 2] * local[2] < ALONG) continue;
    const corner = faces[f] === v ? f : faces[f + 1] === v ? f + 1 : f + 2;
    place.area += areas[f / 3];
    place.depth += areas[f / 3] * depths[corner];
  }
  if (place.area > 0) place.depth /= place.area;
}
