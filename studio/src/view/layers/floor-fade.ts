// Floors end somewhere, but an edge far out says nothing: they fade into the background instead.

import type { Material, Sphere } from 'three';
import { Vector3 } from 'three';
import { meshBounds } from '../../../../src/geometry/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import { isFloor, type SceneObjects } from '../../../../src/view/index.ts';

/** In radii of the ball around everything else: the least and the most of floor that is seen. */
const LEAST = 2;
const MOST = 9;
/** The part of it that does not fade. */
const WHOLE = 0.35;

interface FadeUniforms {
  readonly fadeCenter: { value: Vector3 };
  readonly fadeFrom: { value: number };
  readonly fadeUntil: { value: number };
}

export class FloorFade {
  private readonly uniforms: FadeUniforms = {
    fadeCenter: { value: new Vector3() },
    fadeFrom: { value: 1 },
    fadeUntil: { value: 2 },
  };

  /** From the middle to the nearest edge [m]. */
  private edge = Infinity;

  constructor(scene: Scene, objects: SceneObjects) {
    for (const { object, bodies } of objects.instances) {
      if (!isFloor(scene, bodies[0])) continue;
      this.patch(object.material as Material);
      const box = meshBounds(scene.meshes[scene.bodies[bodies[0]].mesh]);
      const sides = [box[3] - box[0], box[4] - box[1], box[5] - box[2]].sort((a, b) => a - b);
      this.edge = Math.min(this.edge, sides[1] / 2);
    }
  }

  aim({ center, radius }: Sphere): void {
    this.uniforms.fadeCenter.value.copy(center);
    const until = Math.max(LEAST * radius, Math.min(MOST * radius, this.edge));
    this.uniforms.fadeFrom.value = WHOLE * until;
    this.uniforms.fadeUntil.value = until;
  }

  private patch(material: Material): void {
    material.transparent = true;
    material.depthWrite = false;
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nvarying vec3 vFadePoint;')
        .replace(
          '#include <project_vertex>',
          '#include <project_vertex>\nvFadePoint = (modelMatrix * instanceMatrix * vec4(transformed, 1.0)).xyz;',
        );
      shader.fragmentShader = shader.fragmentShader
        .replace(
          '#include <common>',
          '#include <common>\nvarying vec3 vFadePoint;\nuniform vec3 fadeCenter;\nuniform float fadeFrom;\nuniform float fadeUntil;',
        )
        .replace(
          '#include <opaque_fragment>',
          '#include <opaque_fragment>\ngl_FragColor.a *= 1.0 - smoothstep(fadeFrom, fadeUntil, distance(vFadePoint.xz, fadeCenter.xz));',
        );
    };
    // Lets three tell this material's program from the ordinary one.
    material.customProgramCacheKey = () => 'floor-fade';
  }
}
