// Sound of contacts as they happen, in any page and of any engine.
//
//   const context = new AudioContext({ latencyHint: 'interactive' });
//   const sound = await createLiveSound(context, [bell, mug]);
//   sound.place(0, { position, orientation });
//   sound.contact({ body: 0, position, normal, impulse });
//
// Shapes stay in the page: it finds how much a contact moves each mode, and sends that much at the end of the turn. The worklet is a
// file of the package, so that policies which allow its scripts allow it.

import { kernelModule, type WasmModule } from '../../num/kernels/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { FULL_SCALE_PASCAL } from '../full-scale.ts';
import type { ModalModel } from '../model/modal-model.ts';
import { Contacts, type LiveContact, type LivePose } from './contacts.ts';
import type { ListenerPose } from './ears.ts';
import type { FromLive, LiveCounts, LiveLimits, LiveStart, ToLive } from './messages.ts';

/** What live sound may be told. */
export interface LiveSoundOptions {
  /** Times louder than a full scale of 10 Pa; 1 unless said. */
  readonly gain?: number;
  /** From the time of a contact to its sound [s], so that their rhythm is kept; 8 ms unless said. */
  readonly lead?: number;
  /** Of the engine that tells contacts [s]; a sixtieth unless said. */
  readonly step?: number;
  /** Root mean square height of surfaces [m], which is heard as they slide; 1 µm unless said, 0 for none. */
  readonly roughness?: number;
  /** Bodies and modes that ring at once; 256 and 8192 unless said. */
  readonly limits?: Partial<LiveLimits>;
  /** Contacts taken in one turn of the page; 256 unless said. */
  readonly mostContacts?: number;
  /** Where the worklet's script is, for pages that move it: dist/web/live-sound.js of the package unless said. */
  readonly worklet?: string | URL;
  /** False: `node` is not connected to the context's destination. */
  readonly connected?: boolean;
}

/** What happened so far. */
export interface LiveSoundStats extends LiveCounts {
  /** Contacts that were told. */
  readonly told: number;
  /** That had something that is no number, or of no body: dropped. */
  readonly invalid: number;
  /** That were more than are taken in a turn: dropped. */
  readonly flooded: number;
}

/** Sound of contacts as they happen. */
export interface LiveSound {
  /** What sounds: two channels. */
  readonly node: AudioWorkletNode;
  /** Lets a contact be heard. False where it was dropped. */
  contact(contact: LiveContact): boolean;
  /** Where a body is: contacts are told in the world, and it is heard from there. */
  place(body: number, pose: LivePose): boolean;
  /** Where somebody listens. */
  listener(pose: ListenerPose): void;
  /** What happened so far. */
  stats(): Promise<LiveSoundStats>;
  /** Ends it. */
  close(): void;
}

const loaded = new WeakMap<BaseAudioContext, Map<string, Promise<void>>>();

/**
 * Starts to listen for contacts.
 * @param models  of each body, by the numbers by which contacts tell of them; undefined for those that are silent
 * @throws FaultError where the worklet cannot be had
 */
export async function createLiveSound(
  context: BaseAudioContext,
  models: readonly (ModalModel | undefined)[],
  options: LiveSoundOptions = {},
): Promise<LiveSound> {
  await load(context, String(options.worklet ?? ownWorklet()));
  const { gain = 1, lead = 0.008, limits = {} } = options;
  const start: LiveStart = {
    bodies: models.map((model) => ({
      frequencies: model?.frequencies ?? new Float64Array(0),
      dampings: model?.dampings ?? new Float64Array(0),
      radius: model ? radiusOf(model) : 1,
    })),
    limits: { bodies: limits.bodies ?? 256, modes: limits.modes ?? 8192 },
    gain: gain / FULL_SCALE_PASCAL,
    lead,
    module: await moduleOrNone(),
  };
  const node = new AudioWorkletNode(context, 'carom-live-sound', {
    numberOfInputs: 0,
    numberOfOutputs: 1,
    outputChannelCount: [2],
    processorOptions: start,
  });
  if (options.connected !== false) node.connect(context.destination);
  return new Sounding(context, node, models, options);
}

class Sounding implements LiveSound {
  readonly node: AudioWorkletNode;
  private readonly context: BaseAudioContext;
  private readonly contacts: Contacts;
  private readonly most: number;
  private readonly places = new Map<number, readonly number[]>();
  private readonly asked = new Map<number, (counts: LiveCounts) => void>();
  private questions = 0;
  private base = 0;
  private inTurn = 0;
  private isWaiting = false;
  private told = 0;
  private invalid = 0;
  private flooded = 0;

  constructor(
    context: BaseAudioContext,
    node: AudioWorkletNode,
    models: readonly (ModalModel | undefined)[],
    { step = 1 / 60, roughness = 1e-6, mostContacts = 256 }: LiveSoundOptions,
  ) {
    this.context = context;
    this.node = node;
    this.most = mostContacts;
    const size = models.reduce((most, model) => Math.max(most, model?.count ?? 0), 8);
    this.contacts = new Contacts(models, 2 * mostContacts * (size + 8), step, roughness);
    node.port.onmessage = ({ data }: MessageEvent<FromLive>) => {
      this.asked.get(data.id)?.(data.counts);
      this.asked.delete(data.id);
    };
  }

  contact(contact: LiveContact): boolean {
    this.told++;
    if (!this.contacts.isContact(contact)) {
      this.invalid++;
      return false;
    }
    this.wait();
    if (this.inTurn >= this.most) {
      this.flooded++;
      return false;
    }
    this.inTurn++;
    return this.contacts.add(contact, contact.time ?? this.context.currentTime, this.base);
  }

  place(body: number, pose: LivePose): boolean {
    if (!this.contacts.place(body, pose)) return false;
    this.wait();
    this.places.set(body, pose.position);
    return true;
  }

  listener(pose: ListenerPose): void {
    const { position, facing, up } = pose;
    if ([...position, ...facing, ...up].every((x) => Number.isFinite(x)))
      this.send({ kind: 'listener', pose: { position, facing, up } });
    else this.invalid++;
  }

  async stats(): Promise<LiveSoundStats> {
    // what was told before counts
    if (this.isWaiting) this.flush();
    const id = this.questions++;
    const answer = new Promise<LiveCounts>((resolve) => this.asked.set(id, resolve));
    this.send({ kind: 'stats', id });
    const { told, invalid, flooded } = this;
    return { told, invalid, flooded, ...(await answer) };
  }

  close(): void {
    this.node.port.onmessage = null;
    this.send({ kind: 'close' });
    this.node.disconnect();
  }

  /** All of a turn goes at once, as soon as it is over. */
  private wait(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.base = this.context.currentTime;
    this.inTurn = 0;
    queueMicrotask(() => this.flush());
  }

  private flush(): void {
    this.isWaiting = false;
    const { places, contacts } = this;
    if (places.size > 0) {
      this.send({
        kind: 'places',
        numbers: Float32Array.from([...places].flatMap(([body, at]) => [body, ...at])),
      });
      places.clear();
    }
    if (contacts.length > 0) {
      this.send({ kind: 'contacts', base: this.base, numbers: contacts.numbers.slice(0, contacts.length) });
      contacts.length = 0;
    }
  }

  private send(message: ToLive): void {
    const buffers = 'numbers' in message ? [message.numbers.buffer] : [];
    this.node.port.postMessage(message, buffers);
  }
}

/** Bundlers look for exactly this expression. */
function ownWorklet(): URL {
  return new URL('./live-sound.worklet.ts', import.meta.url);
}

async function load(context: BaseAudioContext, address: string): Promise<void> {
  const scripts = loaded.get(context) ?? new Map<string, Promise<void>>();
  loaded.set(context, scripts);
  const promise = scripts.get(address) ?? context.audioWorklet.addModule(address);
  scripts.set(address, promise);
  try {
    await promise;
  } catch (error) {
    scripts.delete(address);
    throw new FaultError('live sound cannot start:', [
      {
        what: `its worklet cannot be loaded: ${(error as Error).message}`,
        where: 'worklet',
        value: address,
        remedy: 'serve dist/web/live-sound.js of the package, and say where it is with the option `worklet`',
      },
    ]);
  }
}

/** A policy may forbid it. */
async function moduleOrNone(): Promise<WasmModule | undefined> {
  try {
    return await kernelModule();
  } catch {
    console.warn('carom: WebAssembly is not allowed here, so live sound takes some ten times as long');
    return undefined;
  }
}

function radiusOf({ positions }: ModalModel): number {
  let square = 0;
  for (let v = 0; v < positions.length; v += 3)
    square = Math.max(
      square,
      positions[v] * positions[v] + positions[v + 1] * positions[v + 1] + positions[v + 2] * positions[v + 2],
    );
  return Math.sqrt(square);
}
