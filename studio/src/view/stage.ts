// Draws what is shown, and only when something of it has changed: the clock, the camera, the choice of overlays.

import {
  type Ray,
  Raycaster,
  Scene as ThreeScene,
  Vector2,
  Vector3,
  WebGLRenderer,
  PCFShadowMap,
  Sphere,
} from 'three';
import { sceneCamera } from '../../../src/view/index.ts';
import { complain, Complaint } from '../model/complaints.ts';
import type { Film } from '../model/film.ts';
import type { Overlap } from '../model/overlaps.ts';
import type { Scene } from '../../../src/scene/index.ts';
import { Content } from './content.ts';
import { Fineness } from './fineness.ts';
import { GapHeat } from './contacts/gap-heat.ts';
import type { Gizmo } from './pointer/gizmo.ts';
import { InFlight } from './in-flight.ts';
import type { Label } from './layers/labels.ts';
import { Labels } from './layers/labels.ts';
import type { Shown } from './layers/layer.ts';
import { Lens } from './lens.ts';
import { Light } from './light.ts';
import { nameLabels } from './layers/name-labels.ts';
import { overlays } from './layers/overlays.ts';
import { type Palette, readPalette } from './layers/palette.ts';
import { type Hit, pick } from './pointer/pick.ts';

/** Wires and points are met within this many pixels. */
const NEAR = 6;
/** What has not changed for this long stands still [ms]. */
const STILL = 300;
/** For a frame of a picture [ms]. */
const LONGEST_WAIT = 20_000;

/** What to draw, told before every drawing. */
export interface Cue {
  /** [s] */
  readonly time: number;
  readonly direction: -1 | 0 | 1;
  readonly isSlow: boolean;
  readonly selected: readonly number[];
  readonly followed: number | undefined;
}

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly lens: Lens;
  readonly world = new ThreeScene();
  content: Content | undefined;
  palette: Palette;
  gizmo: Gizmo | undefined;
  /** Before every drawing, when the bodies are where they will be drawn. */
  onDraw: () => void = () => {};
  private readonly host: HTMLElement;
  private readonly cue: () => Cue;
  private readonly renderer: WebGLRenderer;
  private readonly inFlight: InFlight;
  private readonly fineness = new Fineness();
  private readonly light = new Light(this.world);
  private readonly labels: Labels;
  private readonly heat: GapHeat;
  private readonly resizing: ResizeObserver;
  private asked = 0;
  private stillTimer: ReturnType<typeof setTimeout> | undefined;
  private isWanted = false;
  /** Whether the next picture is of what stands still, and the last one was. */
  private isStill = false;
  private wasStill = false;
  private moved = true;
  private drawnVersion = -1;
  private shownName: string | undefined;
  private followedAt: Vector3 | undefined;

  constructor(host: HTMLElement, canvas: HTMLCanvasElement, labels: HTMLElement, cue: () => Cue) {
    this.host = host;
    this.canvas = canvas;
    this.cue = cue;
    this.palette = readPalette(host);
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.setPixelRatio(fullRatio());
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.inFlight = new InFlight(this.renderer.getContext() as WebGL2RenderingContext, (wallMs) =>
      this.drawn(wallMs),
    );
    this.lens = new Lens(canvas, () => this.invalidate());
    this.labels = new Labels(labels);
    this.heat = new GapHeat(() => this.invalidate());
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(host);
    canvas.addEventListener('webglcontextrestored', () => this.invalidate(true));
    this.readTheme();
  }

  /** Draws at the next moment. @param moved  bodies may be elsewhere, or look otherwise */
  invalidate(moved = false): void {
    this.moved ||= moved;
    this.isStill = false;
    this.ask();
  }

  show(scene: Scene | undefined, film: Film | undefined): void {
    this.content?.dispose();
    this.content = undefined;
    this.followedAt = undefined;
    if (scene !== undefined) {
      const onFailure = (index: number, error: unknown) =>
        complain(
          new Complaint(
            `Frame ${index} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
            'The other frames can still be played; carom info says what is wrong with the file.',
          ),
        );
      this.content = new Content(
        scene,
        film,
        () => this.palette,
        (moved) => this.invalidate(moved),
        onFailure,
      );
      this.world.add(this.content.root);
      this.light.aim(this.content.ball);
      this.content.painter.paintAll(this.palette);
      this.frameFirst(scene.name);
    }
    this.invalidate(true);
  }

  readTheme(): void {
    this.palette = readPalette(this.host);
    this.world.background = this.palette.background;
    this.content?.painter.paintAll(this.palette);
    this.invalidate(true);
  }

  mark(selected: readonly number[], hovered: number | undefined): void {
    this.content?.painter.mark(selected, hovered, this.palette);
    this.content?.select(selected);
    this.invalidate();
  }

  showOverlaps(overlaps: readonly Overlap[]): void {
    this.content?.showOverlaps(overlaps);
    this.invalidate(true);
  }

  /** Shows some of it whole, or all that is of interest. */
  fit(items: readonly number[]): void {
    if (this.content === undefined) return;
    this.lens.fit(this.content.ballOf(items));
    this.invalidate();
  }

  /** What is seen at a point of the canvas [px from its corner]. */
  hit(x: number, y: number): Hit | undefined {
    const { content } = this;
    if (content === undefined) return undefined;
    const { clientHeight } = this.canvas;
    const angle = (2 * NEAR * this.lens.height) / clientHeight / 2;
    const { isOrthographic } = this.lens;
    const away = this.lens.camera.position.distanceTo(this.lens.target);
    return pick(content.scene, content.frame, this.rayAt(x, y), (distance) =>
      isOrthographic ? angle : (angle * distance) / away,
    );
  }

  /** In the coordinates of the scene. */
  rayAt(x: number, y: number): Ray {
    const { clientWidth, clientHeight } = this.canvas;
    const caster = new Raycaster();
    const { camera } = this.lens;
    camera.updateMatrixWorld();
    caster.setFromCamera(new Vector2((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight), camera);
    const root = this.content?.root;
    return root === undefined ? caster.ray : caster.ray.applyMatrix4(root.matrixWorld.clone().invert());
  }

  /** Where a point of the scene is seen [px from the canvas's corner]. */
  seenAt(point: Vector3): { x: number; y: number } {
    const seen = point.clone();
    if (this.content) seen.applyMatrix4(this.content.root.matrixWorld);
    seen.project(this.lens.camera);
    const { clientWidth, clientHeight } = this.canvas;
    return { x: ((seen.x + 1) / 2) * clientWidth, y: ((1 - seen.y) / 2) * clientHeight };
  }

  /** The camera in the coordinates of the scene, for pictures made elsewhere. */
  view(): { position: Vector3; target: Vector3; up: Vector3; height: number; isOrthographic: boolean } {
    const back = this.content?.root.quaternion.clone().invert();
    const own = (v: Vector3) => (back ? v.clone().applyQuaternion(back) : v.clone());
    const { camera, target, height, isOrthographic } = this.lens;
    return {
      position: own(camera.position),
      target: own(target),
      up: own(camera.up),
      height,
      isOrthographic,
    };
  }

  /** Draws a moment of the film at a size of its own, into the canvas that is returned; for pictures and films. */
  async picture(time: number, width: number, height: number): Promise<HTMLCanvasElement> {
    const { content } = this;
    const { clientWidth, clientHeight } = this.canvas;
    const ratio = this.renderer.getPixelRatio();
    for (const end = performance.now() + LONGEST_WAIT; content && !content.moveTo(time, 1); ) {
      if (performance.now() > end)
        throw new Complaint(
          `The frame at ${time.toFixed(3)} s could not be read in time`,
          'Try again; a recording on a slow network is best saved as a file first.',
        );
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(width, height, false);
    this.lens.resize(width, height);
    this.lens.update();
    if (content) content.updateLayers(this.shownNow(content, time));
    this.renderer.shadowMap.needsUpdate = true;
    this.renderer.render(this.world, this.lens.camera);
    const copy = document.createElement('canvas');
    copy.width = width;
    copy.height = height;
    copy.getContext('2d')?.drawImage(this.canvas, 0, 0);
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.lens.resize(clientWidth, clientHeight);
    this.invalidate(true);
    return copy;
  }

  close(): void {
    cancelAnimationFrame(this.asked);
    this.asked = -1;
    clearTimeout(this.stillTimer);
    this.resizing.disconnect();
    this.heat.close();
    this.content?.dispose();
    this.gizmo?.dispose();
    this.lens.controls.dispose();
    this.light.dispose();
    this.inFlight.forget();
    this.renderer.dispose();
  }

  /** At the next frame, or when the pictures before it are drawn. */
  private ask(): void {
    this.isWanted = true;
    if (this.asked === 0 && !this.inFlight.isBusy) this.asked = requestAnimationFrame(() => this.draw());
  }

  private drawn(wallMs: number): void {
    if (!this.wasStill) this.fineness.learn(wallMs);
    // At once: this is the beginning of a frame.
    if (this.isWanted && this.asked === 0) this.draw();
  }

  /** Coarser pictures are for what moves; when it stands, one more is drawn. */
  private chooseRatio(): void {
    clearTimeout(this.stillTimer);
    this.wasStill = this.isStill;
    this.isStill = false;
    const part = this.wasStill ? 1 : this.fineness.part;
    const ratio = fullRatio() * part;
    if (ratio !== this.renderer.getPixelRatio()) this.renderer.setPixelRatio(ratio);
    if (this.light.refine(part)) this.moved = true;
    this.canvas.dataset.drawn = part === 1 ? 'fine' : 'coarse';
    if (part === 1) return;
    this.stillTimer = setTimeout(
      () => {
        this.isStill = true;
        this.ask();
      },
      Math.max(STILL, 4 * this.fineness.lastMs),
    );
  }

  private draw(): void {
    const began = performance.now();
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    this.isWanted = false;
    this.chooseRatio();
    const { content } = this;
    const cue = this.cue();
    if (content) {
      if (content.moveTo(cue.time, cue.direction, cue.isSlow))
        this.canvas.dataset.time = String(content.frame.time);
      if (content.version !== this.drawnVersion) this.moved = true;
      this.drawnVersion = content.version;
      this.follow(content, cue.followed);
    }
    this.lens.update();
    this.onDraw();
    if (content) {
      const shown = this.shownNow(content, content.frame.time);
      this.heat.update(shown, content, this.palette);
      content.updateLayers(shown);
    }
    this.light.set(this.palette.dark, overlays.gaps.on.peek());
    this.light.shadows = overlays.shadows.on.peek();
    this.renderer.shadowMap.needsUpdate = this.moved;
    this.moved = false;
    this.renderer.render(this.world, this.lens.camera);
    this.inFlight.begin(began);
    if (content) this.placeLabels(content, cue);
  }

  private shownNow(content: Content, time: number): Shown {
    const { scene, film, frame, ball, reel } = content;
    let contactFrame = 0;
    if (film && reel) {
      contactFrame = reel.indexAt(time);
      if (film.time(contactFrame) < time - 1e-6 && contactFrame + 1 < film.frameCount.peek()) contactFrame++;
    }
    const pixel = this.lens.height / Math.max(1, this.canvas.clientHeight);
    const isCoarse = this.renderer.getPixelRatio() < fullRatio();
    return { scene, film, frame, contactFrame, radius: ball.radius, pixel, isCoarse };
  }

  private placeLabels(content: Content, { selected }: Cue): void {
    const list: Label[] = overlays.names.on.peek()
      ? nameLabels(content, selected, this.lens.camera.position)
      : [];
    const { label } = content.measure;
    if (label) list.unshift({ ...label, at: label.at.clone().applyMatrix4(content.root.matrixWorld) });
    const { clientWidth, clientHeight } = this.canvas;
    this.labels.place(list, this.lens.camera, clientWidth, clientHeight);
  }

  private follow(content: Content, body: number | undefined): void {
    if (body === undefined || content.scene.bodies[body] === undefined) {
      this.followedAt = undefined;
      return;
    }
    const now = new Vector3().fromArray(content.frame.poses, 7 * body).applyMatrix4(content.root.matrixWorld);
    if (this.followedAt) this.lens.shift(now.clone().sub(this.followedAt));
    this.followedAt = now;
  }

  /** Another scene is looked at from the first place; a changed one from where one is, unless it is lost to sight. */
  private frameFirst(name: string): void {
    const { ball } = this.content as Content;
    const isFar = ball.center.distanceTo(this.lens.target) > 6 * ball.radius;
    const scale = this.lens.height / ball.radius;
    if (name === this.shownName && !isFar && scale > 0.02 && scale < 60) return;
    this.shownName = name;
    this.lens.fit(new Sphere(ball.center, ball.radius), true);
    const { scene, frame, root } = this.content as Content;
    const own = sceneCamera(scene, frame, root);
    if (own) this.lens.stand(own.position, own.target);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.lens.resize(clientWidth, clientHeight);
    // At once: a canvas is empty after it has been resized.
    this.draw();
  }
}

function fullRatio(): number {
  return Math.min(2, devicePixelRatio);
}
