// A recording, or a simulation while it runs, as an object for anybody's three.js scene, with a clock:
//
//   const playback = await Playback.open(recording);      // or what startLive gave
//   scene.add(playback.root);
//   renderer.setAnimationLoop(() => { playback.update(clock.getDelta()); renderer.render(scene, camera); });

import type { Group } from 'three';
import type { Frame } from '../record/index.ts';
import { SceneObjects } from './bodies.ts';
import { Motion, type Source } from './motion.ts';

/** A recording, or a simulation that runs, in a three.js scene of your own. */
export class Playback {
  /** What moves. */
  readonly motion: Motion;
  /** What is drawn. */
  readonly objects: SceneObjects;
  /** Whether time goes on. */
  playing = true;
  /** Begin again at the end; a simulation that still runs is waited for instead. */
  loop = true;
  /** Seconds of the motion for a second of the clock; negative plays backwards. */
  speed = 1;
  /** What is shown: written anew by every update. */
  readonly frame: Frame;
  private present = 0;
  private shown = Number.NaN;
  private told = -1;

  private constructor(motion: Motion) {
    this.motion = motion;
    this.frame = motion.emptyFrame();
    this.objects = new SceneObjects(motion.scene, motion.bending);
    this.objects.show(this.frame);
  }

  /** Opens a recording or a simulation. */
  static async open(source: Source): Promise<Playback> {
    return new Playback(await Motion.open(source));
  }

  /** Everything that can be seen. */
  get root(): Group {
    return this.objects.root;
  }

  /** [s] */
  get time(): number {
    return this.present;
  }

  /** Goes to a time [s]. */
  seek(time: number): void {
    this.present = Math.min(this.motion.duration, Math.max(0, time));
  }

  /** What bending is multiplied with: most of it is too small to see. */
  get bend(): number {
    return this.objects.bendFactor;
  }

  set bend(factor: number) {
    if (factor !== this.objects.bendFactor) this.shown = Number.NaN;
    this.objects.bendFactor = factor;
  }

  /** To the next frame, or the one before. */
  step(frames: number): void {
    this.playing = false;
    const { times } = this.motion;
    const index = this.motion.indexAt(this.present + 1e-9) + frames;
    this.seek(times[Math.min(times.length - 1, Math.max(0, index))]);
  }

  /** Moves the clock on by this much [s], and everything to where it is then; true where something moved. */
  update(elapsed: number): boolean {
    if (this.playing) this.present = this.after(elapsed);
    const { live } = this.motion;
    const index = this.motion.indexAt(this.present + 1e-9);
    if (live && index !== this.told) {
      live.played(index);
      this.told = index;
    }
    if (this.present === this.shown || !this.motion.write(this.present, this.frame)) return false;
    this.objects.show(this.frame);
    this.shown = this.present;
    return true;
  }

  /** Gives back all memory of the graphics card; take `root` out of its scene before or after. */
  dispose(): void {
    this.root.removeFromParent();
    this.objects.dispose();
    this.motion.dispose();
  }

  private after(elapsed: number): number {
    const { duration, growing } = this.motion;
    const next = this.present + this.speed * elapsed;
    if (next >= 0 && next <= duration) return next;
    if (this.loop && !growing && duration > 0) return next - Math.floor(next / duration) * duration;
    return Math.min(duration, Math.max(0, next));
  }
}
