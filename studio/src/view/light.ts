// Sky and sun. The sun's shadow covers a ball, which is where things happen.

import { DirectionalLight, HemisphereLight, type Scene as ThreeScene, type Sphere, Vector3 } from 'three';

/** Of the shadow at its finest [texels across]. */
const FINEST = 2048;

const FROM = new Vector3(-0.5, 1.3, 0.6);

export class Light {
  private readonly sky = new HemisphereLight(0xeaf1ff, 0xb4aca4, 1.7);
  private radius = 1;
  private readonly sun = new DirectionalLight(0xfff3e2, 2.3);

  constructor(world: ThreeScene) {
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(FINEST, FINEST);
    this.sun.shadow.radius = 3;
    world.add(this.sky, this.sun, this.sun.target);
  }

  aim(ball: Sphere): void {
    const { sun } = this;
    sun.position.copy(ball.center).addScaledVector(FROM, 2.2 * ball.radius);
    sun.target.position.copy(ball.center);
    const { camera } = sun.shadow;
    camera.left = camera.bottom = -1.6 * ball.radius;
    camera.right = camera.top = 1.6 * ball.radius;
    camera.near = 0.05 * ball.radius;
    camera.far = 9 * ball.radius;
    camera.updateProjectionMatrix();
    this.radius = ball.radius;
    this.setBias();
  }

  /** @param part  of the finest resolution. @returns whether shadows must be drawn anew */
  refine(part: number): boolean {
    const { shadow } = this.sun;
    const size = part === 1 ? FINEST : part > 0.5 ? FINEST / 2 : FINEST / 4;
    if (shadow.mapSize.x === size) return false;
    shadow.mapSize.set(size, size);
    shadow.map?.dispose();
    shadow.map = null;
    this.setBias();
    return true;
  }

  /** Larger texels would show as stripes on what they shade. */
  private setBias(): void {
    const { shadow } = this.sun;
    shadow.normalBias = (0.004 * this.radius * FINEST) / shadow.mapSize.x;
  }

  set shadows(on: boolean) {
    this.sun.castShadow = on;
  }

  /** Darker rooms have a darker sky; colours that are to be read want light from all sides. */
  set(dark: boolean, isEven: boolean): void {
    this.sky.intensity = isEven ? 2.7 : dark ? 1.25 : 1.7;
    this.sun.intensity = isEven ? 0.8 : dark ? 2.1 : 2.3;
  }

  dispose(): void {
    this.sun.dispose();
    this.sky.dispose();
  }
}
