// A modal model as an instrument: resonators that ring at once when it is struck at one of a few places.
//
//   sound = Σ_m g_pm (force * e^(−c_m t/2) sin ω_dm t),     g_pm = (U_m(p)·n) R_m ω_m
//
// as pressure far away follows q̈. Gains are divided by the largest Σ_m |g_pm| of a place: a force whose samples add up to 1 then
// never makes a sample above 1, whatever its length, and neither do places between two of them.

import { dampedOmega, locate, type Locator, makeLocator } from '../../modes/index.ts';
import { findMaterial, type Material, type Vec3 } from '../../scene/index.ts';
import { complianceOf, hertzDuration } from '../excite/hertz.ts';
import { faceNormals } from '../face-normals.ts';
import type { ModalModel } from './modal-model.ts';
import { reachOf } from './reach.ts';

/** What texts of instruments are written from. */
export interface Instrument {
  /** For people. */
  readonly name: string;
  /** Damped, of each resonator [Hz]. */
  readonly frequencies: readonly number[];
  /** c of each [1/s]. */
  readonly dampings: readonly number[];
  /** Signed, gains[place][resonator]. */
  readonly gains: readonly (readonly number[])[];
  /** Where it is struck, coordinates of the body [m]. */
  readonly places: readonly Vec3[];
  /** How long the softest and the hardest mallet touch it [s]. */
  readonly touches: readonly [number, number];
  /** In sentences. */
  readonly leftOut: readonly string[];
}

/** Places on the surface that the position goes over. */
const PLACES = 5;
/** Of the loudest: softer ones are left out. */
const FAINT = 1e-4;
/** What a text may hold so that it compiles quickly and plays on any machine. */
const MOST_RESONATORS = 64;
/** A mallet: [kg] at most, of the body's mass, [m], its materials and the speed of a blow [m/s]. */
const MALLET = { mass: 0.05, part: 0.1, radius: 0.01, soft: 'rubber', hard: 'steel', speed: 1 };

/** @param first  where position 0 is [m], body coordinates; where the first mode moves most unless said */
export function instrumentOf(model: ModalModel, first?: Vec3): Instrument {
  const locator = makeLocator(model);
  const places = placesOn(model, first);
  const all = places.map((place) => gainsAt(model, locator, place));
  const loudness = Array.from(model.frequencies, (_, m) =>
    Math.max(...all.map((gains) => Math.abs(gains[m]))),
  );
  const loudest = Math.max(0, ...loudness);
  const rings = (m: number): boolean => model.dampings[m] > 0 && dampedHz(model, m) > 0;
  const ringing = loudness.map((_, m) => m).filter(rings);
  const heard = ringing.filter((m) => loudness[m] > FAINT * loudest);
  const kept = heard
    .toSorted((a, b) => loudness[b] - loudness[a])
    .slice(0, MOST_RESONATORS)
    .sort((a, b) => a - b);
  const bound = Math.max(...all.map((gains) => kept.reduce((sum, m) => sum + Math.abs(gains[m]), 0)));
  const cut = (count: number, why: string): string[] =>
    count > 0 ? [`${count} of ${model.count} modes: ${why}`] : [];
  return {
    name: model.name,
    frequencies: kept.map((m) => dampedHz(model, m)),
    dampings: kept.map((m) => model.dampings[m]),
    gains: all.map((gains) => kept.map((m) => (bound > 0 ? gains[m] / bound : 0))),
    places,
    touches: [
      touchOf(model, locator, places[0], MALLET.soft),
      touchOf(model, locator, places[0], MALLET.hard),
    ],
    leftOut: [
      ...cut(model.count - ringing.length, 'they do not ring, or nothing damps them'),
      ...cut(ringing.length - heard.length, '80 dB softer than the loudest at every place'),
      ...cut(heard.length - kept.length, `beyond the ${MOST_RESONATORS} loudest`),
      'directions of the sound: each mode is as loud as it is on average, without phase',
      'what it lies on or is held by, and how that damps it',
      'sliding and rolling; blows along the surface',
      'the click of the body as a whole, the way through air and rooms',
    ],
  };
}

function dampedHz({ frequencies, dampings }: ModalModel, m: number): number {
  return dampedOmega(2 * Math.PI * frequencies[m], dampings[m]) / (2 * Math.PI);
}

/** Where it is struck at each position: the first, and those furthest from all before, by how far they are from it. */
function placesOn(model: ModalModel, first: Vec3 | undefined): Vec3[] {
  const middles = middlesOf(model);
  const at = (f: number): Vec3 => [middles[f], middles[f + 1], middles[f + 2]];
  const places: Vec3[] = [first ?? at(liveliest(model))];
  const apart = new Float64Array(middles.length / 3).fill(Infinity);
  while (places.length < Math.min(PLACES, apart.length)) {
    let furthest = 0;
    for (let f = 0; f < apart.length; f++) {
      apart[f] = Math.min(apart[f], squaredBetween(at(3 * f), places[places.length - 1]));
      if (apart[f] > apart[furthest]) furthest = f;
    }
    places.push(at(3 * furthest));
  }
  const [start, ...others] = places;
  return [start, ...others.sort((a, b) => squaredBetween(a, start) - squaredBetween(b, start))];
}

/** Of each face: away from edges and corners, where nothing has a normal. */
function middlesOf({ positions, faces }: ModalModel): Float64Array {
  return Float64Array.from(faces, (_, i) => {
    const f = i - (i % 3);
    const k = i % 3;
    return (
      (positions[3 * faces[f] + k] + positions[3 * faces[f + 1] + k] + positions[3 * faces[f + 2] + k]) / 3
    );
  });
}

/** Three times the face whose middle the first mode moves most along its normal. */
function liveliest({ positions, faces, shapes }: ModalModel): number {
  const { normals } = faceNormals(positions, faces);
  let best = 0;
  let most = -1;
  for (let f = 0; f < faces.length; f += 3) {
    let along = 0;
    for (let v = f; v < f + 3; v++)
      for (let k = 0; k < 3; k++) along += normals[f + k] * shapes[3 * faces[v] + k];
    if (Math.abs(along) <= most) continue;
    most = Math.abs(along);
    best = f;
  }
  return best;
}

/** (U·n) R ω of each mode. */
function gainsAt(model: ModalModel, locator: Locator, place: Vec3): Float64Array {
  const { faces, positions, frequencies, radiation } = model;
  locate(locator, place[0], place[1], place[2]);
  const [a, b, c] = locator.vertices;
  const face = faces.findIndex((v, i) => i % 3 === 0 && v === a && faces[i + 1] === b && faces[i + 2] === c);
  const { normals } = faceNormals(positions, faces);
  const out = new Float64Array(model.count);
  reachOf(model, locator, place, [normals[face], normals[face + 1], normals[face + 2]], out);
  return out.map((reach, m) => reach * radiation[m] * 2 * Math.PI * frequencies[m]);
}

/** How long a mallet touches it there [s]. */
function touchOf(model: ModalModel, locator: Locator, place: Vec3, material: string): number {
  const curvature = reachOf(model, locator, place, [0, 0, 0], new Float64Array(model.count));
  const held = model.clamped || !(model.mass > 0);
  const mass = held ? MALLET.mass : Math.min(MALLET.mass, MALLET.part * model.mass);
  const inverseMass = held ? 0 : 1 / model.mass;
  return hertzDuration(
    {
      inverseMass: 1 / mass,
      curvature: 1 / MALLET.radius,
      compliance: complianceOf(findMaterial(material) as Material),
    },
    { inverseMass, curvature, compliance: complianceOf(model.material) },
    (1.5 * MALLET.speed) / (1 / mass + inverseMass),
    0.5,
  );
}

function squaredBetween(a: Vec3, b: Vec3): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return x * x + y * y + z * z;
}
