// Plays a recording, or a simulation while it runs, in a canvas of its own: light, orbit, and a hand for dragging.

import {
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  Quaternion,
  Scene as ThreeScene,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { atan, tan } from '../num/elementary/index.ts';
import { meshBounds } from '../scene/index.ts';
import { isFloor } from './bodies.ts';
import { Grab } from './grab.ts';
import type { Motion, Source } from './motion.ts';
import { Playback } from './playback.ts';
import { sceneCamera } from './scene-camera.ts';

const BACKGROUND = 0xf0f1f2;

/** A recording, or a simulation that runs, in a canvas, with a camera that can be turned. */
export class Player {
  /** Where it is drawn. */
  readonly canvas: HTMLCanvasElement;
  /** What is shown, and its clock. */
  readonly playback: Playback;
  /** Called after every drawn frame. */
  onTime: (time: number) => void = () => {};
  private readonly renderer: WebGLRenderer;
  private readonly world = new ThreeScene();
  private readonly camera = new PerspectiveCamera(28, 1, 0.01, 100);
  private readonly sun = new DirectionalLight(0xfff3e0, 2.4);
  private readonly controls: OrbitControls;
  private readonly grab: Grab;
  private before = 0;
  /** Where the body was that the camera goes along with. */
  private followed: Vector3 | undefined;

  private constructor(canvas: HTMLCanvasElement, playback: Playback) {
    this.canvas = canvas;
    this.playback = playback;
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.setPixelRatio(Math.min(2, globalThis.devicePixelRatio));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.grab = new Grab(canvas, this.camera, playback);
    this.controls = new OrbitControls(this.camera, canvas);
    this.grab.onGrab = (held) => {
      this.controls.enabled = !held;
    };
    this.world.add(playback.root);
    this.furnish();
    this.renderer.setAnimationLoop((now) => this.draw(now));
  }

  /** Shows a recording, or a simulation while it runs, whose bodies can be dragged. */
  static async open(canvas: HTMLCanvasElement, source: Source): Promise<Player> {
    const playback = await Playback.open(source);
    await playback.motion.ready(playback.motion.duration);
    return new Player(canvas, playback);
  }

  /** What moves. */
  get motion(): Motion {
    return this.playback.motion;
  }

  /** Whether time goes on. */
  get playing(): boolean {
    return this.playback.playing;
  }

  set playing(playing: boolean) {
    this.playback.playing = playing;
  }

  /** Seconds of the motion for a second of the clock; negative plays backwards. */
  get speed(): number {
    return this.playback.speed;
  }

  set speed(speed: number) {
    this.playback.speed = speed;
  }

  /** What bending is multiplied with: most of it is too small to see. */
  get bend(): number {
    return this.playback.bend;
  }

  set bend(factor: number) {
    this.playback.bend = factor;
  }

  /** [s] */
  get time(): number {
    return this.playback.time;
  }

  /** Goes to a time [s]. */
  seek(time: number): void {
    this.playback.seek(time);
  }

  /** To the next frame, or the one before. */
  step(frames: number): void {
    this.playback.step(frames);
  }

  /** Ends it, and frees the graphics card. */
  close(): void {
    this.renderer.setAnimationLoop(null);
    this.grab.dispose();
    this.controls.dispose();
    this.playback.dispose();
    this.sun.dispose();
    this.renderer.dispose();
  }

  private draw(now: number): void {
    const elapsed = Math.min(0.1, (now - this.before) / 1000);
    this.before = now;
    this.playback.update(elapsed);
    this.follow();
    this.resize();
    this.controls.update();
    this.renderer.render(this.world, this.camera);
    this.onTime(this.playback.time);
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
    const { sun } = this;
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

    // What still moves needs room.
    const distance = this.motion.growing ? 4.5 : 3.3;
    this.camera.near = 0.02 * ball.radius;
    this.camera.far = 60 * ball.radius;
    this.camera.position
      .copy(ball.center)
      .addScaledVector(new Vector3(0.45, 0.5, 0.8).normalize(), distance * ball.radius);
    this.controls.target.copy(ball.center);
    this.lookAsTheSceneSays();
    this.controls.enableDamping = true;
    this.controls.maxDistance = 14 * ball.radius;
    this.controls.update();
  }

  /** At the start from where the scene says; whoever turns the camera then has it. */
  private lookAsTheSceneSays(): void {
    const { motion, root } = this.playback;
    const first = motion.emptyFrame();
    const own = sceneCamera(motion.scene, first, root);
    if (own === undefined) return;
    if (own.target) this.controls.target.copy(own.target);
    if (own.position) this.camera.position.copy(own.position);
    const { aspect } = this.camera;
    const half = tan(own.fieldOfView / 2) / Math.min(1, aspect);
    this.camera.fov = (2 * atan(half) * 180) / Math.PI;
    this.camera.updateProjectionMatrix();
  }

  /** The camera goes along with the body that it follows. */
  private follow(): void {
    const { motion, root, frame } = this.playback;
    const { follow = -1 } = motion.scene.camera ?? {};
    if (follow < 0) return;
    const now = new Vector3().fromArray(frame.poses, 7 * follow).applyMatrix4(root.matrixWorld);
    if (this.followed) {
      const moved = now.clone().sub(this.followed);
      this.camera.position.add(moved);
      this.controls.target.add(moved);
    }
    this.followed = now;
  }

  /** Around everything but floors at the end of what there is, and around the floor below it. */
  private ballOfMotion(): Sphere {
    const { motion, root } = this.playback;
    const { scene } = motion;
    const last = motion.emptyFrame();
    motion.write(motion.duration, last);
    const points: Vector3[] = [];
    const floors: Plane[] = [];
    scene.bodies.forEach((body, i) => {
      const at = 7 * i;
      const position = new Vector3().fromArray(last.poses, at);
      if (body.shape.kind === 'plane' && isFloor(scene, i)) {
        const turn = new Quaternion().fromArray(last.poses, at + 3);
        const normal = new Vector3(...body.shape.normal).applyQuaternion(turn);
        floors.push(new Plane().setFromNormalAndCoplanarPoint(normal, position));
        return;
      }
      const box = meshBounds(scene.meshes[body.mesh]);
      let radius = 0;
      for (let k = 0; k < 6; k++) radius = Math.max(radius, Math.abs(box[k]));
      for (const axis of [0, 1, 2])
        for (const side of [-radius, radius])
          points.push(position.clone().setComponent(axis, position.getComponent(axis) + side));
    });
    for (let i = 0; i < last.vertices.length; i += 3) points.push(new Vector3().fromArray(last.vertices, i));
    const ball = points.length > 0 ? new Sphere().setFromPoints(points) : new Sphere(new Vector3(), 1);
    if (!(ball.radius > 0)) ball.radius = 1;
    // What has not fallen yet will.
    for (const floor of floors) ball.expandByPoint(floor.projectPoint(ball.center, new Vector3()));
    root.updateMatrixWorld();
    return ball.applyMatrix4(root.matrixWorld);
  }
}

const sizeOut = new Vector2();
