// Draws small pictures of pasts: one renderer for all of them, seen from where the large view looks, with everything in it
// from the start to the end.

import {
  Color,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene as World,
  Sphere,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Scene } from '../../../../src/scene/index.ts';
import { SceneObjects } from '../../../../src/view/index.ts';
import { stage } from '../../view/current.ts';
import { FloorFade } from '../../view/layers/floor-fade.ts';
import { Painter } from '../../view/painter.ts';
import type { Palette } from '../../view/layers/palette.ts';
import { bodyRadii } from '../../view/start-frame.ts';

/** [px] */
export const WIDTH = 176;
export const HEIGHT = 112;
const FIELD = 28; // [°], vertical
const SUN = new Vector3(-0.5, 1.3, 0.6);
const FROM = new Vector3(0.45, 0.42, 0.8).normalize();

interface Set {
  readonly scene: Scene;
  readonly objects: SceneObjects;
  readonly fade: FloorFade;
  readonly painter: Painter;
}

export class ThumbPainter {
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly camera = new PerspectiveCamera(FIELD, WIDTH / HEIGHT, 0.01, 100);
  private readonly sun = new DirectionalLight(0xfff3e2, 2.3);
  private readonly balls = new WeakMap<Float32Array, Sphere>();
  private set: Set | undefined;
  /** The colours it was painted in. */
  private painted: Palette | undefined;

  constructor() {
    const canvas = document.createElement('canvas');
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(WIDTH, HEIGHT, false);
    this.renderer.shadowMap.enabled = true;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(512, 512);
    this.world.add(this.sun, this.sun.target, new HemisphereLight(0xeaf1ff, 0xb4aca4, 1.7));
  }

  /**
   * @param reel  poses at moments, one after another
   * @param part  of the way, from 0 to 1
   */
  draw(onto: CanvasRenderingContext2D, scene: Scene, reel: Float32Array, part: number): void {
    const { objects, fade, painter } = this.setOf(scene);
    const size = 7 * scene.bodies.length;
    const moments = reel.length / size;
    const moment = Math.min(moments - 1, Math.max(0, Math.round(part * (moments - 1))));
    const poses = Float64Array.from(reel.subarray(moment * size, (moment + 1) * size));
    objects.show({ poses, vertices: new Float64Array(0) });
    const ball = this.ballOf(scene, reel).clone().applyMatrix4(objects.root.matrixWorld);
    fade.aim(ball);
    this.aimSun(ball);
    const view = stage.peek();
    this.world.background = view?.palette.background ?? new Color(0xeeeeee);
    if (view && view.palette !== this.painted) {
      this.painted = view.palette;
      painter.paintAll(view.palette);
    }
    const look = view ? view.lens.camera.position.clone().sub(view.lens.target).normalize() : FROM;
    const distance = (0.9 * ball.radius) / Math.sin((FIELD * Math.PI) / 360);
    this.camera.position.copy(ball.center).addScaledVector(look, distance);
    this.camera.near = Math.max(1e-3 * distance, distance - 3 * ball.radius);
    this.camera.far = distance + 9 * ball.radius;
    this.camera.updateProjectionMatrix();
    this.camera.lookAt(ball.center);
    this.renderer.render(this.world, this.camera);
    onto.drawImage(this.renderer.domElement, 0, 0);
  }

  dispose(): void {
    this.set?.objects.dispose();
    this.sun.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  private aimSun({ center, radius }: Sphere): void {
    const { sun } = this;
    sun.position.copy(center).addScaledVector(SUN, 2.2 * radius);
    sun.target.position.copy(center);
    const { camera } = sun.shadow;
    camera.left = camera.bottom = -1.6 * radius;
    camera.right = camera.top = 1.6 * radius;
    camera.near = 0.05 * radius;
    camera.far = 9 * radius;
    camera.updateProjectionMatrix();
    sun.shadow.normalBias = 0.004 * radius;
  }

  private setOf(scene: Scene): Set {
    if (this.set?.scene === scene) return this.set;
    this.set?.objects.root.removeFromParent();
    this.set?.objects.dispose();
    const objects = new SceneObjects(scene);
    this.world.add(objects.root);
    objects.root.updateMatrixWorld();
    this.painted = undefined;
    this.set = {
      scene,
      objects,
      fade: new FloorFade(scene, objects),
      painter: new Painter(scene, objects),
    };
    return this.set;
  }

  /** Around everything that moves, all the time; in the coordinates of the scene. */
  private ballOf(scene: Scene, reel: Float32Array): Sphere {
    const known = this.balls.get(reel);
    if (known) return known;
    const radii = bodyRadii(scene);
    const size = 7 * scene.bodies.length;
    const low = new Vector3(1, 1, 1).multiplyScalar(Number.POSITIVE_INFINITY);
    const high = low.clone().negate();
    const at = new Vector3();
    scene.bodies.forEach(({ motion }, b) => {
      if (motion === 'static') return;
      for (let i = 7 * b; i < reel.length; i += size) {
        at.fromArray(reel, i);
        low.min(at.clone().subScalar(radii[b]));
        high.max(at.addScalar(radii[b]));
      }
    });
    const center = low.clone().add(high).multiplyScalar(0.5);
    const ball = new Sphere(center, Math.max(1e-6, 0.5 * high.sub(low).length()));
    this.balls.set(reel, ball);
    return ball;
  }
}
