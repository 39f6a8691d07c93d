// What the sound bench knows: the bodies whose modes are found, the materials that are tried, where somebody listens, and
// the sound of the recording.

import { computed, effect, signal, untracked } from '@preact/signals';
import { rotateByQuaternion } from '../../../../src/num/index.ts';
import type { Material, Scene, Vec3 } from '../../../../src/scene/index.ts';
import { complain } from '../../model/complaints.ts';
import { film, type Film } from '../../model/film.ts';
import { Counter, Seen } from '../../model/count.ts';
import { openings } from '../../model/project.ts';
import { selected } from '../../model/selection.ts';
import { shownScene } from '../../view/shown.ts';
import { ringAlike } from './alike.ts';
import type { FoundModes, Rendered } from './messages.ts';
import { busy, SoundWorker } from './worker-client.ts';

/** Of a rendering; the page plays any. */
export const RATE_HZ = 48000;
/** Heard after the recording ends [s]. */
const TAIL = 1;

export const modeCount = signal(32);
/** Tried instead of the scene's own, by the name of the body. */
export const tried = signal<ReadonlyMap<string, Material>>(new Map());
export const ready = signal<ReadonlyMap<number, FoundModes>>(new Map());
export const silent = signal<ReadonlyMap<number, { readonly why: string; readonly clicks: boolean }>>(
  new Map(),
);
/** Two ears on a head that faces what sounds, for headphones; or one microphone. */
export const hasEars = signal(true);
export const placed = signal<Vec3 | undefined>(undefined);
export const rendered = signal<Rendered | undefined>(undefined);
/** Whether listener or materials were changed since. */
export const isStale = signal(false);

export const listener = computed<Vec3>(() => placed.value ?? usualListener(shownScene.value));

/** What the modes and materials are about: the last one selected that can vibrate. */
export const chosen = computed(() => {
  const open = shownScene.value;
  const item = [...selected.value].reverse().find((index) => open?.bodies[index] !== undefined);
  return item ?? open?.bodies.findIndex((body) => canRing(body));
});

/** Who finds out, and the scene that is found out about; another one that rings alike will do. */
const open: { worker: SoundWorker | undefined; scene: Scene | undefined } = {
  worker: undefined,
  scene: undefined,
};
/** Counts scenes that ring otherwise: what is known of a body by its number holds no longer. */
export const changes = signal(0);
/** Which bytes a film has: one that grows has others. */
const takes = new WeakMap<Film, { readonly frames: number; readonly number: number }>();
const takeNumbers = new Counter();
/** Which of the things that were opened materials and listener belong to. */
const home = new Seen();

export function canRing({ motion, clamp }: Scene['bodies'][number]): boolean {
  return motion === 'dynamic' || clamp !== undefined;
}

export function materialOf(body: number): Material | undefined {
  const own = shownScene.value?.bodies[body];
  return own && (tried.value.get(own.name) ?? own.material);
}

/** The worker, told of the scene. */
export function soundWorker(): SoundWorker | undefined {
  const scene = shownScene.peek();
  if (scene === undefined) return undefined;
  if (open.worker === undefined || !ringAlike(open.scene, scene)) {
    open.worker?.close();
    open.worker = new SoundWorker();
    open.scene = scene;
    open.worker.ask({ kind: 'open', scene, count: modeCount.peek() }, 'opened').catch(complain);
  }
  return open.worker;
}

/** Finds the modes of a body, unless they are known; undefined where it stays silent. */
export async function findModes(body: number, at: Vec3): Promise<FoundModes | undefined> {
  const known = ready.peek().get(body);
  const material = materialOf(body);
  const asked = soundWorker();
  if (known !== undefined || material === undefined || asked === undefined) return known;
  const answer = await asked.ask({ kind: 'modes', body, material, listener: at }, 'modes');
  if (asked !== open.worker || material !== materialOf(body)) return undefined;
  if (answer.kind === 'silent') {
    const { why, clicks } = answer;
    silent.value = new Map(silent.peek()).set(body, { why, clicks });
    return undefined;
  }
  ready.value = new Map(ready.peek()).set(body, answer.modes);
  return answer.modes;
}

/** Tries a material on bodies of a name, without changing the scene. */
export function tryMaterial(name: string, material: Material | undefined): void {
  const next = new Map(tried.peek());
  if (material === undefined) next.delete(name);
  else next.set(name, material);
  tried.value = next;
  const bodies = shownScene.peek()?.bodies ?? [];
  const isOther = (item: number) => bodies[item]?.name !== name;
  ready.value = new Map([...ready.peek()].filter(([item]) => isOther(item)));
  silent.value = new Map([...silent.peek()].filter(([item]) => isOther(item)));
  isStale.value = rendered.peek() !== undefined;
  // What was heard with the old one is made anew with the new one.
  if (isStale.peek() && busy.peek() === undefined) makeSound().catch(complain);
}

export function setEars(on: boolean): void {
  hasEars.value = on;
  isStale.value = rendered.peek() !== undefined;
}

export function placeListener(at: Vec3 | undefined): void {
  placed.value = at;
  isStale.value = rendered.peek() !== undefined;
}

/** Other modes are other sounds: all that was found is forgotten. */
export function setModeCount(count: number): void {
  modeCount.value = count;
  forgetModes();
  isStale.value = rendered.peek() !== undefined;
}

export async function makeSound(): Promise<void> {
  const shown = film.peek();
  const source = shown?.source?.();
  const asked = soundWorker();
  if (shown === undefined || source === undefined || asked === undefined) return;
  const frames = shown.frameCount.peek();
  const before = takes.get(shown);
  const take = before?.frames === frames ? before.number : takeNumbers.next();
  takes.set(shown, { frames, number: take });
  const answer = await asked.ask(
    {
      kind: 'render',
      source,
      take,
      listener: listener.peek(),
      ...(hasEars.peek() ? { ears: headOf(shown.scene, listener.peek()) } : {}),
      rateHz: RATE_HZ,
      tail: TAIL,
      materials: tried.peek(),
    },
    'rendered',
  );
  if (answer.kind !== 'rendered' || asked !== open.worker) return;
  rendered.value = answer.rendered;
  isStale.value = false;
}

/** Ends what is being computed; what is asked for next starts anew. */
export function stopWork(): void {
  open.worker?.close();
  open.worker = undefined;
}

function forgetModes(): void {
  stopWork();
  ready.value = new Map();
  silent.value = new Map();
}

/** Another scene has other sounds. Call what it returns to stop. */
export function watchSounds(): () => void {
  const stops = [
    effect(() => {
      const scene = shownScene.value;
      // While another one is being opened there is none.
      if (scene === undefined || ringAlike(open.scene, scene)) return;
      untracked(() => {
        forgetModes();
        open.scene = scene;
        changes.value++;
      });
    }),
    effect(() => {
      if (!home.isNew(openings.value)) return;
      untracked(() => {
        tried.value = new Map();
        placed.value = undefined;
      });
    }),
    effect(() => {
      if (film.value === undefined || takes.get(film.value) === undefined)
        untracked(() => {
          rendered.value = undefined;
          isStale.value = false;
        });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    stopWork();
  };
}

/** A head that looks level, its crown up, where the scene says or to where free bodies begin: as `carom sound --ears`. */
export function headOf(scene: Scene, at: Vec3): { readonly facing: Vec3; readonly up: Vec3 } {
  const isZ = scene.up === 'z';
  const way = Float64Array.from(middleOf(scene), (x, k) => x - at[k]);
  if (scene.listener && at === scene.listener.position)
    rotateByQuaternion(
      way,
      0,
      Float64Array.from(scene.listener.orientation),
      0,
      Float64Array.of(0, 0, -1),
      0,
    );
  const facing: Vec3 = isZ ? [way[0], way[1], 0] : [way[0], 0, way[2]];
  const isAbove = Math.hypot(...facing) < 1e-9;
  const ahead: Vec3 = isZ ? [0, 1, 0] : [0, 0, -1];
  return { facing: isAbove ? ahead : facing, up: isZ ? [0, 0, 1] : [0, 1, 0] };
}

/** The scene's own, or 1.5 m away from where free bodies begin, a little above. */
function usualListener(scene: Scene | undefined): Vec3 {
  if (scene === undefined) return [0, 0, 1];
  if (scene.listener) return scene.listener.position;
  const [x, y, z] = middleOf(scene);
  return scene.up === 'y' ? [x, y + 0.4, z + 1.45] : [x, y - 1.45, z + 0.4];
}

function middleOf(scene: Scene): Vec3 {
  const free = scene.bodies.filter((body) => canRing(body));
  const mean = (k: 0 | 1 | 2): number =>
    free.reduce((sum, { pose }) => sum + pose.position[k], 0) / Math.max(1, free.length);
  return [mean(0), mean(1), mean(2)];
}
