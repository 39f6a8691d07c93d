// A press on a body is a blow with a mallet: where it was pressed, across the surface there, the harder the longer it was held.

import { signal } from '@preact/signals';
import { Quaternion, Vector3 } from 'three';
import { makeLocator, shapeAt } from '../../../../src/modes/index.ts';
import {
  type Body,
  findMaterial,
  type Material,
  type Scene,
  type Vec3,
} from '../../../../src/scene/index.ts';
import { Curvatures, type Mallet, type Strike, strikeDuration } from '../../../../src/sound/index.ts';
import { complain } from '../../model/complaints.ts';
import { selected } from '../../model/selection.ts';
import type { Hand } from '../../view/pointer/hand.ts';
import { type Hit, poseOf } from '../../view/pointer/pick.ts';
import type { Frame } from '../../../../src/record/index.ts';
import { openAudio, playOnce, setStrikeScale, tellWorklet } from './audio.ts';
import type { FoundModes } from './messages.ts';
import { findModes, listener, materialOf, RATE_HZ, silent, soundWorker } from './state.ts';

/** A blow as it was heard; it can be repeated and saved. */
export interface MadeHit {
  readonly number: number;
  readonly body: number;
  readonly name: string;
  readonly material: Material;
  readonly strike: Strike;
  /** In coordinates of the body [m]. */
  readonly listener: Vec3;
  /** Loudest sample that is expected [Pa]. */
  readonly peak: number;
  /** All its modes are above hearing: only a click is heard. */
  readonly isClick: boolean;
}

export const malletMaterial = signal('hard-rubber');
/** While a body is pressed: when that began [ms]. */
export const pressedSince = signal<number | undefined>(undefined);
export const hits = signal<readonly MadeHit[]>([]);

const MOST_HITS = 8;
/** Speeds of the mallet [m/s] for a short press and for one of this length [ms]. */
const SOFT = 0.25;
const HARD = 4;
export const LONG_MS = 900;
/** Of full scale, where the loudest blow so far peaks. */
const LEVEL = 0.5;

/** Of all blows so far [Pa]. */
const loudest = signal(0);
const sent = new Map<number, { readonly modes: FoundModes; readonly listener: Vec3 }>();

/** Of the mallet [m/s], from soft to hard by equal factors. @param held  how long it was pressed [ms] */
export function malletSpeed(held: number): number {
  return SOFT * (HARD / SOFT) ** Math.min(1, Math.max(0, held / LONG_MS));
}

/** Of another scene. */
export function forgetHits(): void {
  hits.value = [];
  sent.clear();
  loudest.value = 0;
}

export function strikeHand(): Hand {
  let pressed: { readonly hit: Hit; readonly when: number } | undefined;
  return {
    cursor: 'crosshair',
    press({ hit, stage, event }) {
      const body = hit && stage.content?.scene.bodies[hit.item];
      if (hit === undefined || body === undefined || hit.face < 0) return false;
      pressed = { hit, when: event.timeStamp };
      pressedSince.value = event.timeStamp;
      selected.value = [hit.item];
      openAudio().catch(complain);
      return true;
    },
    lift({ stage, event }) {
      const from = pressed;
      pressed = undefined;
      pressedSince.value = undefined;
      const { content } = stage;
      if (from === undefined || content === undefined || event.type === 'pointercancel') return;
      const speed = malletSpeed(event.timeStamp - from.when);
      strikeBody(content.scene, content.frame, from.hit, speed).catch(complain);
    },
  };
}

async function strikeBody(scene: Scene, frame: Frame, hit: Hit, speed: number): Promise<void> {
  const body = scene.bodies[hit.item];
  const material = materialOf(hit.item);
  if (material === undefined) return;
  const at = inBody(frame, hit.item, listener.peek());
  const modes = await findModes(hit.item, at);
  const isClick = modes === undefined && silent.peek().get(hit.item)?.clicks === true;
  if (modes === undefined && !isClick) return;
  const strike = blow(scene, body, material, hit, speed);
  const peak = modes ? await sound(hit.item, modes, strike, at) : await click(hit.item, strike, at);
  const { name } = body;
  const number = 1 + (hits.peek()[0]?.number ?? 0);
  const made = { number, body: hit.item, name, material, strike, listener: at, peak, isClick };
  hits.value = [made, ...hits.peek()].slice(0, MOST_HITS);
}

export async function repeatHit({ body, strike, listener: at, isClick }: MadeHit): Promise<void> {
  await openAudio();
  const modes = isClick ? undefined : await findModes(body, at);
  if (modes) await sound(body, modes, strike, at);
  else if (isClick) await click(body, strike, at);
}

/** @returns its peak [Pa] */
async function click(body: number, strike: Strike, at: Vec3): Promise<number> {
  const material = materialOf(body);
  if (material === undefined) return 0;
  const answer = await soundWorker()?.ask(
    { kind: 'click', body, material, strike, listener: at, rateHz: RATE_HZ },
    'click',
  );
  if (answer?.kind !== 'click') return 0;
  const { samples } = answer;
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  await suitVolume(peak);
  await playOnce(samples, RATE_HZ);
  return peak;
}

/** Rings it now. @returns the peak that is expected [Pa] */
async function sound(body: number, modes: FoundModes, strike: Strike, at: Vec3): Promise<number> {
  const forces = forcesOf(modes, strike);
  const id = String(body);
  const before = sent.get(body);
  if (before?.modes !== modes) {
    await tellWorklet({ kind: 'body', body: id, omegas: modes.omegas, rates: modes.rates, ...modes.heard });
    sent.set(body, { modes, listener: at });
  } else if (hasMoved(before.listener, at)) {
    const material = materialOf(body);
    // It is heard from where it was; the next blow, and what is left of this one, from where it is.
    if (material)
      soundWorker()
        ?.ask({ kind: 'hear', body, material, listener: at }, 'heard')
        .then((answer) => {
          if (answer.kind !== 'heard') return undefined;
          sent.set(body, { modes, listener: at });
          return tellWorklet({ kind: 'hear', body: id, ...answer.heard });
        })
        .catch(complain);
  }
  const peak = expectedPeak(modes, forces, strike.duration);
  await suitVolume(peak);
  await tellWorklet({ kind: 'strike', body: id, forces, length: strike.duration });
  return peak;
}

/** The loudest blow so far is played at a level of its own. */
async function suitVolume(peak: number): Promise<void> {
  loudest.value = Math.max(loudest.peek(), peak);
  if (loudest.value > 0) await setStrikeScale(loudest.peek() / LEVEL);
}

function blow(scene: Scene, body: Body, material: Material, hit: Hit, speed: number): Strike {
  const { positions, faces } = scene.meshes[body.mesh];
  const corner = (c: number) => new Vector3().fromArray(positions, 3 * faces[3 * hit.face + c]);
  const [a, b, c] = [corner(0), corner(1), corner(2)];
  const inward = b.sub(a).cross(c.sub(a)).normalize().negate();
  const curvatures = new Curvatures(scene.meshes[body.mesh], body.shape);
  const { x, y, z } = hit.local;
  // What is held does not give way.
  const mass = body.motion === 'dynamic' && body.mass > 0 ? body.mass : Number.POSITIVE_INFINITY;
  const mallet: Mallet = {
    mass: Math.min(0.05, Math.max(1e-4, 0.1 * mass)),
    radius: Math.min(0.01, 0.2 * curvatures.size),
    material: findMaterial(malletMaterial.peek()) ?? material,
  };
  const impulse = (1.5 * speed) / (1 / mallet.mass + 1 / mass);
  const duration = strikeDuration(mallet, { mass, material }, impulse, curvatures.at(x, y, z));
  return { point: [x, y, z], direction: [inward.x, inward.y, inward.z], impulse, duration };
}

/** U·J of each mode where it is struck. */
function forcesOf(modes: FoundModes, { point, direction, impulse }: Strike): Float64Array {
  const count = modes.omegas.length;
  const shapes = new Float64Array(3 * count);
  const whole = { ...modes, count, residuals: modes.rates, clamped: false, tetrahedra: 0, unknowns: 0 };
  shapeAt(whole, makeLocator(modes), ...point, shapes);
  return Float64Array.from({ length: count }, (_, m) => {
    const along = [0, 1, 2].reduce((sum, k) => sum + shapes[3 * m + k] * direction[k], 0);
    return along * impulse;
  });
}

/** Of all modes together, had they one phase; a pulse of length L reaches those below 1/L. */
function expectedPeak({ omegas, heard }: FoundModes, forces: Float64Array, length: number): number {
  let sum = 0;
  for (let m = 0; m < omegas.length; m++) {
    const turns = (omegas[m] * length) / (2 * Math.PI);
    const reached = 1 / (1 + turns ** 4);
    sum += Math.abs(forces[m]) * omegas[m] * Math.hypot(heard.re[m], heard.im[m]) * reached;
  }
  return sum;
}

const position = new Vector3();
const turn = new Quaternion();

/** A place of the scene in coordinates of a body. */
export function inBody(frame: Frame, body: number, at: Vec3): Vec3 {
  poseOf(frame, body, position, turn);
  const { x, y, z } = new Vector3(...at).sub(position).applyQuaternion(turn.conjugate());
  return [x, y, z];
}

function hasMoved(a: Vec3, b: Vec3): boolean {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > 0.01 * Math.hypot(...b);
}
