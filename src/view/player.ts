// Plays a recording in a page: three.js objects, light, orbit, and a clock.

import {
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Scene as ThreeScene,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Recording } from '../record/recording.ts';
import type { Frame } from '../record/types.ts';
import { meshBounds } from '../geometry/mesh.ts';
import { isFloor, SceneObjects } from './bodies.ts';
import { Motion } from './motion.ts';

const BACKGROUND = 0xf0f1f2;

export class Player {
  readonly motion: Motion;
  readonly canvas: HTMLCanvasElement;
  playing = true;
  loop = true;
  /** Seconds of the recording for a second of the clock; negative plays backwards. */
  speed = 1;
  /** Called after every drawn frame. */
  onTime: (time: number) => void = () => {};
  private readonly objects: SceneObjects;
  private readonly renderer: WebGLRenderer;
  private readonly world = new ThreeScene();
  private readonly camera = new PerspectiveCamera(28, 1, 0.01, 100);
  private readonly controls: OrbitControls;
  private readonly frame: Frame;
  private present = 0;
  private before = 0;
  private shown = -1;

  private constructor(canvas: HTMLCanvasElement, motion: Motion) {
    this.canvas = canvas;
    this.motion = motion;
    this.frame = motion.emptyFrame();
    this.objects = new SceneObjects(motion.recording.scene);
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.setPixelRatio(Math.min(2, globalThis.devicePixelRatio));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.controls = new OrbitControls(this.camera, canvas);
    this.objects.show(this.frame);
    this.world.add(this.objects.root);
    this.furnish();
    this.renderer.setAnimationLoop((now) => this.draw(now));
  }

  static async open(canvas: HTMLCanvasElement, recording: Recording): Promise<Player> {
    const motion = await Motion.open(recording);
    await motion.ready(motion.duration);
    return new Player(canvas, motion);
  }

  /** [s] */
  get time(): number {
    return this.present;
  }

  seek(time: number): void {
    this.present = Math.min(this.motion.duration, Math.max(0, time));
  }

  /** To the next frame of the recording, or the one before. */
  step(frames: number): void {
    this.playing = false;
    const { times } = this.motion;
    const index = this.motion.indexAt(this.present + 1e-9) + frames;
    this.seek(times[Math.min(times.length - 1, Math.max(0, index))]);
  }

  close(): void {
    this.renderer.setAnimationLoop(null);
    this.controls.dispose();
    this.objects.dispose();
    this.renderer.dispose();
  }

  private draw(now: number): void {
    const elapsed = Math.min(0.1, (now - this.before) / 1000);
    this.before = now;
    const { duration } = this.motion;
    if (this.playing && duration > 0) {
      let next = this.present + this.speed * elapsed;
      if (next > duration || next < 0)
        next = this.loop
          ? next - Math.floor(next / duration) * duration
          : Math.min(duration, Math.max(0, next));
      this.present = next;
    }
    if (this.present !== this.shown && this.motion.write(this.present, this.frame)) {
      this.objects.show(this.frame);
      this.shown = this.present;
    }
    this.resize();
    this.controls.update();
    this.renderer.render(this.world, this.camera);
    this.onTime(this.present);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    const { x, y } = this.renderer.getSize(sizeOut);
    if ((x === clientWidth && y === clientHeight) || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
  }

  /** Light, background, and a camera that sees where everything goes. */
  private furnish(): void {
    const ball = this.ballOfMotion();
    this.world.background = new Color(BACKGROUND);
    this.world.fog = new Fog(BACKGROUND, 7 * ball.radius, 16 * ball.radius);
    this.world.add(new HemisphereLight(0xe8f0ff, 0xb8aea4, 1.7));
    const sun = new DirectionalLight(0xfff3e0, 2.4);
    sun.position.copy(ball.center).addScaledVector(new Vector3(-0.5, 1.3, 0.6), 2 * ball.radius);
    sun.target.position.copy(ball.center);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    const { camera: lens } = sun.shadow;
    lens.left = lens.bottom = -1.5 * ball.radius;
    lens.right = lens.top = 1.5 * ball.radius;
    lens.near = 0.1 * ball.radius;
    lens.far = 8 * ball.radius;
    sun.shadow.normalBias = 0.003 * ball.radius;
    sun.shadow.radius = 3;
    this.world.add(sun, sun.target);

    this.camera.near = 0.02 * ball.radius;
    this.camera.far = 60 * ball.radius;
    this.camera.position
      .copy(ball.center)
      .addScaledVector(new Vector3(0.45, 0.5, 0.8).normalize(), 3.3 * ball.radius);
    this.controls.target.copy(ball.center);
    this.controls.enableDamping = true;
    this.controls.maxDistance = 14 * ball.radius;
    this.controls.update();
  }

  /** Around everything but floors, at the end of the recording. */
  private ballOfMotion(): Sphere {
    const { scene } = this.motion.recording;
    const last = this.motion.emptyFrame();
    this.motion.write(this.motion.duration, last);
    const points: Vector3[] = [];
    scene.bodies.forEach((body, i) => {
      if (isFloor(scene, i)) return;
      const box = meshBounds(scene.meshes[body.mesh]);
      let radius = 0;
      for (let k = 0; k < 6; k++) radius = Math.max(radius, Math.abs(box[k]));
      const [x, y, z] = last.poses.subarray(7 * i, 7 * i + 3);
      for (const [dx, dy, dz] of [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
      ])
        points.push(new Vector3(x + radius * dx, y + radius * dy, z + radius * dz));
    });
    for (let i = 0; i < last.vertices.length; i += 3) points.push(new Vector3().fromArray(last.vertices, i));
    const ball = points.length > 0 ? new Sphere().setFromPoints(points) : new Sphere(new Vector3(), 1);
    if (!(ball.radius > 0)) ball.radius = 1;
    this.objects.root.updateMatrixWorld();
    return ball.applyMatrix4(this.objects.root.matrixWorld);
  }
}

const sizeOut = new Vector2();
