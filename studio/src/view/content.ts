// One scene or film as it is drawn: its bodies, where they are now, and everything laid over them.

import { type Object3D, type Quaternion, Sphere, Vector3 } from 'three';
import { bendCount, type ContactRows, type Frame } from '../../../src/record/index.ts';
import type { Scene } from '../../../src/scene/index.ts';
import { SceneObjects } from '../../../src/view/index.ts';
import type { Film } from '../model/film.ts';
import type { Overlap } from '../model/overlaps.ts';
import { ContactFeed } from './contacts/contact-feed.ts';
import { ContactLayer } from './layers/contact-layer.ts';
import { extraLayers } from './layers/extra-layers.ts';
import { FaceLayer } from './layers/face-layer.ts';
import { FloorFade } from './layers/floor-fade.ts';
import { JointLayer } from './layers/joint-layer.ts';
import type { Layer, Shown } from './layers/layer.ts';
import { MassLayer } from './layers/mass-layer.ts';
import { MeasureLayer } from './pointer/measure.ts';
import { OutlineLayer } from './layers/outline-layer.ts';
import { bendFactor, type OverlayId, overlays } from './layers/overlays.ts';
import { Painter } from './painter.ts';
import type { Palette } from './layers/palette.ts';
import { StrainHeat } from './layers/strain-heat.ts';
import { PullLayer } from './layers/pull-layer.ts';
import { Reel } from './reel.ts';
import { ballAround, ballOfInterest, startFrame } from './start-frame.ts';
import { VelocityLayer } from './layers/velocity-layer.ts';
import { WireLayer } from './layers/wire-layer.ts';

export class Content {
  readonly scene: Scene;
  readonly film: Film | undefined;
  readonly root: Object3D;
  readonly painter: Painter;
  readonly frame: Frame;
  readonly reel: Reel | undefined;
  readonly measure: MeasureLayer;
  /** Grows whenever something has moved. */
  version = 0;
  /** Around everything but floors at the start, in the coordinates of three.js. */
  readonly ball: Sphere;
  private readonly objects: SceneObjects;
  private readonly strain: StrainHeat;
  private readonly layers: { readonly layer: Layer; readonly overlay?: OverlayId }[];
  private readonly faces: FaceLayer;
  private readonly outline: OutlineLayer;
  private readonly feed: ContactFeed | undefined;
  private isStale = true;
  private selected: readonly number[] | undefined;
  /** Poses of bodies that handles hold elsewhere than the scene has them. */
  private readonly held = new Map<number, Float64Array>();

  constructor(
    scene: Scene,
    film: Film | undefined,
    palette: () => Palette,
    invalidate: (moved: boolean) => void,
    onFailure: (index: number, error: unknown) => void,
  ) {
    this.scene = scene;
    this.film = film;
    this.frame = { ...startFrame(scene), bends: new Float64Array(bendCount(film?.bending)) };
    this.objects = new SceneObjects(scene, film?.bending);
    this.objects.show(this.frame);
    this.root = this.objects.root;
    this.root.updateMatrixWorld();
    const { x, y, z, radius } = ballOfInterest(scene, this.frame);
    this.ball = new Sphere(new Vector3(x, y, z), radius).applyMatrix4(this.root.matrixWorld);
    new FloorFade(scene, this.objects).aim(this.ball);
    this.painter = new Painter(scene, this.objects);
    this.strain = new StrainHeat(scene, this.objects);
    this.reel = film && new Reel(film, () => this.renew(invalidate), onFailure);
    this.feed = film && new ContactFeed(film, () => invalidate(true));
    this.measure = new MeasureLayer(palette);
    this.faces = new FaceLayer(palette);
    this.outline = new OutlineLayer(palette);
    this.layers = [
      { layer: new WireLayer(this.objects, palette), overlay: 'wireframe' },
      { layer: new ContactLayer(palette, (index) => this.feed?.get(index)), overlay: 'contacts' },
      { layer: new VelocityLayer(palette), overlay: 'velocities' },
      { layer: new JointLayer(scene, palette), overlay: 'joints' },
      { layer: new MassLayer(scene, palette), overlay: 'masses' },
      { layer: new PullLayer(palette) },
      { layer: this.measure },
      { layer: this.faces },
      { layer: this.outline },
    ];
    for (const { layer } of this.layers) this.root.add(layer.object);
  }

  /** Moves the bodies to where they are at a time [s]; false where that is not known yet. */
  moveTo(time: number, direction: -1 | 0 | 1, isSlow = false): boolean {
    if (this.objects.bendFactor !== bendFactor.peek()) {
      this.objects.bendFactor = bendFactor.peek();
      this.isStale = true;
    }
    if (this.reel === undefined) {
      if (!this.isStale) return true;
      for (const [body, pose] of this.held) this.frame.poses.set(pose, 7 * body);
    } else {
      this.reel.direction = direction;
      this.reel.exact = isSlow || direction === 0;
      if (time === this.frame.time && !this.isStale) return true;
      if (!this.reel.write(time, this.frame)) return false;
    }
    this.isStale = false;
    this.version++;
    this.objects.show(this.frame);
    return true;
  }

  /** Shows a body where the handles have it; without a place, where the scene has it again. */
  hold(body: number, place?: { readonly position: Vector3; readonly quaternion: Quaternion }): void {
    const { position: p, orientation: q } = this.scene.bodies[body].pose;
    const pose = Float64Array.of(...p, ...q);
    place?.position.toArray(pose, 0);
    place?.quaternion.toArray(pose, 3);
    this.held.set(body, pose);
    this.isStale = true;
  }

  /** Frames have come that may show more than is shown. */
  private renew(invalidate: (moved: boolean) => void): void {
    this.isStale = true;
    invalidate(true);
  }

  contacts(index: number): ContactRows | undefined {
    return this.feed?.get(index);
  }

  updateLayers(shown: Shown): void {
    this.strain.update(shown.frame);
    for (const { layer, overlay } of this.layers) {
      layer.object.visible = overlay === undefined || overlays[overlay].on.peek();
      if (layer.object.visible) layer.update(shown);
    }
    for (const layer of extraLayers.peek()) {
      if (layer.object.parent !== this.root) this.root.add(layer.object);
      layer.update(shown);
    }
  }

  select(items: readonly number[]): void {
    if (items === this.selected) return;
    this.selected = items;
    this.outline.set(this.scene, items);
  }

  showOverlaps(list: readonly Overlap[]): void {
    this.faces.set(this.scene, list);
  }

  /** Around some of it, or all that is of interest, where it is now. */
  ballOf(items: readonly number[]): Sphere {
    const { scene, frame } = this;
    const { x, y, z, radius } =
      items.length > 0 ? ballAround(scene, frame, items) : ballOfInterest(scene, frame);
    return new Sphere(new Vector3(x, y, z), radius).applyMatrix4(this.root.matrixWorld);
  }

  dispose(): void {
    this.strain.close();
    this.reel?.close();
    for (const { layer } of this.layers) layer.dispose();
    this.objects.dispose();
    this.root.removeFromParent();
  }
}
