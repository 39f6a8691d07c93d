import { describe, expect, test } from 'vitest';
import { placeCamera } from '../../../src/export/picture/camera.ts';
import { renderPicture } from '../../../src/export/picture/render.ts';
import { box, cloth, floor, resolveScene } from '../../../src/scene/index.ts';
import { record } from '../flown.ts';

describe('pictures', () => {
  test('hold all of a cloth, however small what lies around it is', async () => {
    const { scene } = resolveScene({
      name: 'wide',
      bodies: [0, 1, 2].map((i) => box({ size: [0.02, 0.02, 0.02], position: [0.03 * i, 0, 0] })),
      deformables: [cloth({ size: [1, 1], cells: [2, 2], position: [0, 0.1, 0], thickness: 0.001 })],
    });
    const { positions } = scene.meshes[scene.deformables[0].mesh];
    const poses = scene.bodies.flatMap(({ pose: { position, orientation } }) => [
      ...position,
      ...orientation,
    ]);
    const frame = {
      time: 0,
      poses: Float64Array.from(poses),
      velocities: new Float64Array(18),
      vertices: positions.slice(),
    };
    const { eye, right, up, forward, tangent } = placeCamera(scene, frame, 1);
    for (let i = 0; i < positions.length; i += 3) {
      const away = [0, 1, 2].map((k) => positions[i + k] - eye[k]);
      const along = (axis: readonly number[]) => away.reduce((sum, x, k) => sum + x * axis[k], 0);
      expect(Math.abs(along(right))).toBeLessThan(tangent * along(forward));
      expect(Math.abs(along(up))).toBeLessThan(tangent * along(forward));
    }
  });

  test('show what moves, each in its colour, in the middle', async () => {
    const recording = await record({
      name: 'one',
      duration: 0,
      bodies: [floor({ position: [0, -0.1, 0] }), box({ size: [0.2, 0.2, 0.2], color: '#ff0000' })],
    });
    const { rgb, width, height } = renderPicture(recording.scene, await recording.frame(0), {
      width: 90,
      height: 60,
    });
    const red = (x: number, y: number) => {
      const i = 3 * (y * width + x);
      return rgb[i] > 2 * rgb[i + 1] && rgb[i] > 2 * rgb[i + 2];
    };
    expect(red(45, 30)).toBe(true);
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (red(x, y)) {
          left = Math.min(left, x);
          right = Math.max(right, x);
          top = Math.min(top, y);
          bottom = Math.max(bottom, y);
        }
    // Framed: the box fills most of the height and is not cut off.
    expect(bottom - top).toBeGreaterThan(0.7 * height);
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(height - 1);
    expect(Math.abs(left + right - width)).toBeLessThan(6);
  });

  test('are the same bytes every time, and darker in the shadow', async () => {
    const recording = await record({
      name: 'two',
      duration: 0,
      bodies: [floor({ position: [0, -0.11, 0] }), box({ size: [0.2, 0.2, 0.2] })],
    });
    const frame = await recording.frame(0);
    const size = { width: 120, height: 80 };
    const first = renderPicture(recording.scene, frame, size);
    expect(renderPicture(recording.scene, frame, size).rgb).toEqual(first.rgb);
    const bare = renderPicture(
      { ...recording.scene, bodies: recording.scene.bodies.slice(0, 1) },
      { ...frame, poses: frame.poses.slice(0, 7) },
      { ...size, eye: [1, 1, 1], target: [0, 0, 0] },
    );
    const withBox = renderPicture(recording.scene, frame, { ...size, eye: [1, 1, 1], target: [0, 0, 0] });
    const darkest = (rgb: Uint8Array) => rgb.reduce((least, value) => Math.min(least, value), 255);
    expect(darkest(withBox.rgb)).toBeLessThan(darkest(bare.rgb) - 40);
  });
});
