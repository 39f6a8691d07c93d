// A recording made ready to be heard, and its sound.
//
// Reading contacts and finding modes is done once; rendering with another listener, damping or rate does only the
// synthesis again.

import { cbrt } from '../num/elementary/index.ts';
import {
  type BodyModes,
  materialRates,
  type ModeChoices,
  ModesOfBodies,
  SilentBody,
} from '../modes/index.ts';
import { bentBodies, type Recording } from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import type { Body, Material, Scene, Vec3 } from '../scene/index.ts';
import { Arrival, type Ears } from './arrival.ts';
import { addSlides } from './clicks/render-slides.ts';
import { renderClicks } from './clicks/render-clicks.ts';
import { blowAt, bodyPulses } from './excite/body-pulses.ts';
import { bodyLanes, type BodyStep, sidesByBody } from './excite/body-steps.ts';
import { Curvatures } from './excite/curvature.ts';
import { type BodyPulse, Excitation, type Shapes, shapesOn } from './excite/excitation.ts';
import { heldParts } from './excite/held-press.ts';
import { type Split, splitImpacts } from './excite/impacts.ts';
import { type Meetings, PRESS, readMeetings, SIDE_SIZE } from './excite/meetings.ts';
import { redistribute } from './excite/redistribute.ts';
import { blockClicks } from './floors/block-clicks.ts';
import { type Mirror, mirrorsOf } from './floors/mirrors.ts';
import { plateModes } from './floors/plate-modes.ts';
import { plateRadiation } from './floors/plate-radiation.ts';
import { type Slab, slabOf } from './floors/slab.ts';
import { isInside } from './inside.ts';
import { type PoseTrack, readPoseTrack } from './pose-track.ts';
import { type Slide, slidesOf } from './scrape/slides.ts';
import { simpleSources } from './simple-sources.ts';
import { Bank, MOST_LISTENERS } from './synth/bank.ts';
import { renderBody } from './synth/render-body.ts';
import type { Transfer } from './transfer.ts';

/** How a recording is made to sound. */
export interface RenderOptions {
  /** Samples a second. */
  readonly rateHz: number;
  /** World [m]. */
  readonly listener: Vec3;
  /** Two ears: where the nose points and the crown, and a measured head instead of a ball; without, one microphone. */
  readonly ears?: Ears;
  /** Heard after the recording ends [s]. */
  readonly tail: number;
  /** Spread impulses evenly over the contacts of a body (redistribute.ts). */
  readonly redistribute: boolean;
  /** Let what slides and rolls sound by the roughness of its materials; so it does unless this is false. */
  readonly scraping?: boolean;
  /** Let planes and large boxes that stand still, of a named material, throw sound back; so they do unless this is false. */
  readonly reflections?: boolean;
  /** Instead of the materials of the scene, by the name of the body. */
  readonly materials?: ReadonlyMap<string, Material>;
  /** How modes are heard. */
  readonly transferOf?: (modes: BodyModes['modes'], body: Body) => Transfer;
  /** How far it is, 0 … 1, and what it does. */
  readonly progress?: (fraction: number, doing: string) => void;
}

/** One body as it is heard. */
export interface Stem {
  /** Index of the body. */
  readonly body: number;
  /** Its name. */
  readonly name: string;
  /** [Pa], with delay; two of them with ears, the left one first. */
  readonly channels: readonly Float64Array[];
  /** By its own modes, as a click because all of them are above what can be heard, or held, as a plate or a thick block. */
  readonly kind: 'modes' | 'click' | 'plate' | 'block';
  /** 0 where it has none. */
  readonly modes: number;
  /** How often it was hit. */
  readonly impacts: number;
  /** How many faces throw its sound back to the listener. */
  readonly reflections: number;
}

/** A recording as it is heard. */
export interface Rendering {
  /** Samples a second. */
  readonly rateHz: number;
  /** One body each. */
  readonly stems: readonly Stem[];
  /** All stems together [Pa]. */
  readonly channels: readonly Float64Array[];
  /** Bodies that are touched but stay silent, and why. */
  readonly silent: readonly { readonly name: string; readonly why: string }[];
}

/** Contacts may move by this part of a body's size between two steps and still be the same. */
const REACH = 0.15;
const CENTRE: Vec3 = [0, 0, 0];

/** What rings. */
interface Ringing {
  readonly shapes: Shapes;
  readonly transfer: Transfer;
  readonly material: Material;
  readonly lanes: BodyStep[][];
  /** Of the modes that the engine bent it by. */
  readonly bentOmegas?: Float64Array;
}

/** A body as it is heard straight and by mirrors, without delays. */
interface Dry {
  readonly kind: Stem['kind'];
  readonly modes: number;
  readonly heard: readonly Float64Array[];
}

/** A recording, ready to be made to sound. */
export class SoundScene {
  /** What was simulated. */
  readonly scene: Scene;
  /** Where bodies are, at any time. */
  readonly track: PoseTrack;
  /** Who touches whom, when and how hard. */
  readonly meetings: Meetings;
  /** Which touches are impacts, and which go on. */
  readonly split: Split;
  private readonly upToHz: number;
  private readonly bent: ReadonlyMap<number, number>;
  private readonly sides: readonly number[][];
  private held: { readonly materials: RenderOptions['materials']; readonly parts: Float64Array } | undefined;
  private slid:
    | { readonly materials: RenderOptions['materials']; readonly slides: readonly Slide[] }
    | undefined;
  private readonly curvatures = new Map<string, Curvatures>();
  private readonly modesOf: ModesOfBodies;
  private readonly transfers = new WeakMap<BodyModes['modes'], Transfer>();

  /** @param bent  by how many modes the engine bent bodies, by index; none where it took them for rigid */
  constructor(
    scene: Scene,
    track: PoseTrack,
    meetings: Meetings,
    choices: ModeChoices,
    bent: ReadonlyMap<number, number> = new Map(),
  ) {
    this.bent = bent;
    this.upToHz = choices.upToHz;
    this.scene = scene;
    this.track = track;
    this.meetings = meetings;
    const reach = Float64Array.from(scene.bodies, (body) => REACH * this.curvaturesOf(body).size);
    this.split = splitImpacts(meetings, reach);
    this.sides = sidesByBody(meetings, scene.bodies.length);
    this.modesOf = new ModesOfBodies(scene, choices);
  }

  /** @throws FaultError where nothing in it can be heard */
  static async open(recording: Recording, choices: ModeChoices): Promise<SoundScene> {
    if (recording.header.keeps?.contacts === false)
      throw new FaultError('this recording cannot be heard:', [
        {
          what: 'its contacts were not kept',
          where: 'recording',
          remedy: 'run the scene again with --keep all',
        },
      ]);
    const track = await readPoseTrack(recording);
    const meetings = await readMeetings(recording, track);
    if (meetings.count === 0)
      throw new FaultError('this recording cannot be heard:', [
        {
          what: 'it has no contacts',
          where: 'recording',
          remedy: 'let bodies touch, or run it with an engine that tells contacts, such as ipc or lcp',
        },
      ]);
    const bent = new Map(bentBodies(await recording.bending()).map(({ body, shape }) => [body, shape.modes]));
    return new SoundScene(recording.scene, track, meetings, choices, bent);
  }

  /** @throws FaultError where the listener is inside of a body, or nothing can be heard */
  render(options: RenderOptions): Rendering {
    this.refuseInside(options.listener);
    const { rateHz, tail } = options;
    const samples = Math.max(1, Math.round((this.track.end + tail) * rateHz));
    const stems: Stem[] = [];
    const silent: { name: string; why: string }[] = [];
    const { scene, meetings, split } = this;
    const curvaturesOf = (body: Body): Curvatures => this.curvaturesOf(body);
    const pulses = bodyPulses(scene, meetings, split.impacts, curvaturesOf, options.materials);
    const sounding = this.scene.bodies
      .map((body, index) => ({ body, index }))
      .filter(({ index }) => this.sides[index].length > 0);
    sounding.forEach(({ body, index }, done) => {
      const say = (fraction: number, doing: string): void =>
        options.progress?.((done + fraction) / sounding.length, doing);
      try {
        stems.push(this.renderStem(body, index, pulses[index], samples, options, say));
      } catch (error) {
        if (!(error instanceof SilentBody)) throw error;
        silent.push({ name: body.name, why: error.why });
      }
    });
    if (stems.length === 0)
      throw new FaultError('this recording cannot be heard:', [
        ...silent.map(({ name, why }) => ({
          what: `it stays silent: ${why}`,
          where: `body "${name}"`,
          remedy: 'give it a closed mesh, free to move or clamped somewhere, whose modes can be heard',
        })),
      ]);
    const channels = stems[0].channels.map((_, c) => {
      const sum = new Float64Array(samples);
      for (const stem of stems) for (let n = 0; n < samples; n++) sum[n] += stem.channels[c][n];
      return sum;
    });
    return { rateHz, stems, channels, silent };
  }

  private renderStem(
    body: Body,
    index: number,
    pulses: readonly BodyPulse[],
    samples: number,
    options: RenderOptions,
    say: (fraction: number, doing: string) => void,
  ): Stem {
    const material = options.materials?.get(body.name) ?? body.material;
    checkDamping(body, material);
    say(0, `modes of ${body.name}`);
    const held = isFloor(body, material) ? this.slabOf(body) : undefined;
    const source = held === 'block' ? middleOf(pulses) : CENTRE;
    const arrival = new Arrival(this.track, index, source);
    const { rateHz, listener, ears } = options;
    const mirrors = this.mirrors(options).filter((one) => one.body !== index && arrival.isSeenIn(one));
    const paths = [listener, ...mirrors.map(({ image }) => image)].map((place) => arrival.pathTo(place));
    const ringing = (kind: Stem['kind'], count: number, bank: Bank, source: Ringing): Dry => ({
      kind,
      modes: count,
      heard: renderBody(
        bank,
        this.excite(bank, index, pulses, options, source),
        source.transfer,
        paths,
        samples,
        (done) => say(done, `sound of ${body.name}`),
      ),
    });
    let dry: Dry;
    if (held === 'block') {
      const heard = paths.map((path) => blockClicks(pulses, material, source, path, samples, 1 / rateHz));
      dry = { kind: 'block', modes: 0, heard };
    } else if (held) {
      const modes = plateModes(held, material, middleOf(pulses), this.upToHz);
      const bank = new Bank(modes.omegas, modes.rates, 1 / rateHz);
      const transfer = plateRadiation(held, modes);
      // loads of different bodies have nothing to do with each other
      const lanes = this.lanes(index, { ...options, redistribute: false });
      dry = ringing('plate', modes.count, bank, { shapes: modes, transfer, material, lanes });
    } else {
      try {
        const { modes, locator } = this.modesOf.of(body, material);
        const transfer = this.transferOf(modes, body, options);
        const bank = new Bank(modes.omegas, materialRates(modes, material), 1 / rateHz);
        const lanes = this.lanes(index, options);
        const bent = this.bent.get(index);
        dry = ringing('modes', modes.count, bank, {
          shapes: shapesOn(modes, locator),
          ...(bent === undefined ? {} : { bentOmegas: modes.omegas.subarray(0, bent) }),
          transfer,
          material,
          lanes,
        });
      } catch (error) {
        if (!(error instanceof SilentBody && error.clicks)) throw error;
        const slides = this.slides(index, options);
        const heard = paths.map((path) =>
          clicksOf(body, index, material, pulses, slides, path, samples, 1 / rateHz),
        );
        dry = { kind: 'click', modes: 0, heard };
      }
    }
    const channels = arrival.straight(dry.heard[0], listener, rateHz, ears);
    mirrors.forEach((mirror, i) => {
      arrival.mirrored(dry.heard[i + 1], mirror, rateHz, ears).forEach((back, c) => {
        for (let n = 0; n < samples; n++) channels[c][n] += back[n];
      });
    });
    const { kind, modes } = dry;
    return {
      body: index,
      name: body.name,
      channels,
      kind,
      modes,
      impacts: pulses.length,
      reflections: mirrors.length,
    };
  }

  private excite(
    bank: Bank,
    index: number,
    pulses: readonly BodyPulse[],
    options: RenderOptions,
    { shapes, material, lanes, bentOmegas }: Ringing,
  ): Excitation {
    return new Excitation(bank, {
      shapes,
      contactDamping: material.contactDamping,
      lanes,
      bentOmegas,
      pulses,
      slides: this.slides(index, options),
      body: index,
      from: this.track.times[0],
      until: this.track.end,
    });
  }

  /** @throws SilentBody where it is neither a plate nor a block */
  private slabOf(body: Body): Slab | 'block' {
    const slab = slabOf(this.scene.meshes[body.mesh]);
    if (slab === undefined)
      throw new SilentBody('it is neither a plate nor a block that is held, and no clamp says where');
    return slab;
  }

  /** The nearest of those that reflect. */
  private mirrors({ reflections, listener, materials }: RenderOptions): readonly Mirror[] {
    if (reflections === false) return [];
    const far = ({ image }: Mirror): number =>
      image.reduce((sum, x, k) => sum + (x - listener[k]) * (x - listener[k]), 0);
    return mirrorsOf(this.scene, listener, (body) => materials?.get(body.name) ?? body.material)
      .sort((a, b) => far(a) - far(b))
      .slice(0, MOST_LISTENERS - 1);
  }

  private lanes(index: number, { redistribute: spread, materials }: RenderOptions): BodyStep[][] {
    const { meetings, split } = this;
    const isBent = this.bent.has(index);
    // of a body that the engine bent no force may be moved or taken out: what bends it is all of them together
    const lanes = bodyLanes(
      meetings,
      isBent ? undefined : split,
      this.heldParts(materials),
      this.sides[index],
    );
    return spread && !isBent ? lanes.map((lane) => redistribute(lane, this.split.before)) : lanes;
  }

  /** Those of one body. */
  private slides(index: number, { scraping, materials }: RenderOptions): Slide[] {
    if (scraping === false) return [];
    if (!this.slid || this.slid.materials !== materials) {
      const { scene, track, meetings, split } = this;
      const curvaturesOf = (body: Body): Curvatures => this.curvaturesOf(body);
      this.slid = { materials, slides: slidesOf({ scene, track, meetings, split, curvaturesOf, materials }) };
    }
    return this.slid.slides.filter(({ bodies }) => bodies.includes(index));
  }

  /** The part of each meeting's press that damps. */
  private heldParts(materials: RenderOptions['materials']): Float64Array {
    if (!this.held || this.held.materials !== materials) {
      const { meetings, split } = this;
      const press = (m: number): number => meetings.sides[2 * SIDE_SIZE * m + PRESS];
      const length = (m: number): number =>
        blowAt(this.scene, meetings, m, press(m), (body) => this.curvaturesOf(body), materials).length;
      const parts = heldParts(meetings, split.before, length);
      this.held = { materials, parts };
    }
    return this.held.parts;
  }

  private transferOf(modes: BodyModes['modes'], body: Body, { transferOf }: RenderOptions): Transfer {
    if (transferOf) return transferOf(modes, body);
    let transfer = this.transfers.get(modes);
    if (!transfer) {
      transfer = simpleSources(modes);
      this.transfers.set(modes, transfer);
    }
    return transfer;
  }

  private refuseInside(listener: Vec3): void {
    const at = new Float64Array(3);
    this.scene.bodies.forEach((body, index) => {
      const mesh = this.scene.meshes[body.mesh];
      const { size } = this.curvaturesOf(body);
      const toBody = new Arrival(this.track, index, CENTRE).pathTo(listener);
      let looked = -1;
      for (const time of this.track.times) {
        toBody(time, at);
        const distance = Math.sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
        if (distance > 2 * size || distance === looked) continue;
        looked = distance;
        if (!isInside(mesh, at[0], at[1], at[2])) continue;
        throw new FaultError('nobody can listen there:', [
          {
            what: `the listener is inside of "${body.name}" at ${time.toPrecision(3)} s`,
            where: 'listener',
            value: listener.join(','),
            remedy: 'move the listener outside of all bodies',
          },
        ]);
      }
    });
  }

  private curvaturesOf(body: Body): Curvatures {
    const key = `${body.mesh} ${JSON.stringify(body.shape)}`;
    let curvatures = this.curvatures.get(key);
    if (!curvatures) {
      curvatures = new Curvatures(this.scene.meshes[body.mesh], body.shape);
      this.curvatures.set(key, curvatures);
    }
    return curvatures;
  }
}

/** Held bodies sound by their shape where the scene says what they are of but not where they are clamped. */
function isFloor({ motion, clamp }: Body, { name }: Material): boolean {
  return motion === 'static' && clamp === undefined && name !== 'default';
}

/** About where a body is struck, in its coordinates [m]. */
function middleOf(pulses: readonly BodyPulse[]): Vec3 {
  const mean = (k: number): number =>
    pulses.reduce((sum, { point }) => sum + point[k], 0) / Math.max(1, pulses.length);
  return [mean(0), mean(1), mean(2)];
}

/** A body whose modes cannot be heard: only that it is knocked about and shaken. As a sphere of its volume. */
function clicksOf(
  body: Body,
  index: number,
  { density }: Material,
  pulses: readonly BodyPulse[],
  slides: readonly Slide[],
  toBody: (time: number, out: Float64Array) => void,
  samples: number,
  h: number,
): Float64Array {
  const radius = cbrt(((3 / 4 / Math.PI) * body.mass) / density);
  const knocks = pulses.map(({ start, length, impulse }) => ({
    time: start + 0.5 * length,
    duration: length,
    impulse,
  }));
  const out = renderClicks(knocks, body.mass, radius, toBody, samples, h);
  if (body.mass > 0) addSlides(out, slides, index, body.mass, radius, toBody, h);
  return out;
}

function checkDamping(
  body: Body,
  { dampingAlpha, dampingBeta, contactDamping, lossFactor = 0 }: Material,
): void {
  for (const [where, value] of Object.entries({ dampingAlpha, dampingBeta, contactDamping, lossFactor })) {
    if (value >= 0 && value < Infinity) continue;
    throw new FaultError(`"${body.name}" cannot be heard:`, [
      { what: 'the material is out of range', where, value: String(value), remedy: 'give a number ≥ 0' },
    ]);
  }
}
