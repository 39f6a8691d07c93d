// Pictures of moments: by the view itself, or by the renderer that gives the same bytes everywhere.

import { placeCamera } from '../../../src/export/picture/index.ts';
import { encodePng } from '../../../src/export/png.ts';
import { exaggerate, type Frame } from '../../../src/record/index.ts';
import { FaultError } from '../../../src/scene/fault/index.ts';
import type { Scene, Vec3 } from '../../../src/scene/index.ts';
import { scene as openScene } from '../model/project.ts';
import { stage } from '../view/current.ts';
import { bendFactor } from '../view/layers/overlays.ts';
import { startFrame } from '../view/start-frame.ts';
import type { ExportJob } from './kinds.ts';
import type { PictureRequest } from './picture.worker.ts';

/** Draws moments one after another at one size, from where the camera of the view stands when it is made. */
export interface PictureMaker {
  /** @param time [s] */
  at(time: number): Promise<HTMLCanvasElement>;
  close(): void;
}

export function pictureMaker(job: ExportJob): PictureMaker {
  const { width, height, look } = job.choices;
  if (look === 'rendered') return new RenderedPictures(job);
  const shown = stage.value;
  if (shown === undefined)
    throw new FaultError('no picture can be made:', [
      { what: 'there is no view', where: 'the page', remedy: 'choose the rendered look' },
    ]);
  return { at: (time) => shown.picture(time, width, height), close: () => {} };
}

export async function picturePng(job: ExportJob): Promise<Uint8Array> {
  const maker = pictureMaker(job);
  try {
    const canvas = await maker.at(job.time);
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
    if (pixels === undefined) throw new Error('the browser gives the picture no memory');
    const rgb = new Uint8Array(3 * width * height);
    for (let i = 0, k = 0; i < pixels.length; i += 4) {
      rgb[k++] = pixels[i];
      rgb[k++] = pixels[i + 1];
      rgb[k++] = pixels[i + 2];
    }
    return await encodePng(width, height, rgb);
  } finally {
    maker.close();
  }
}

/** In a worker: a large picture takes seconds. */
class RenderedPictures implements PictureMaker {
  private readonly job: ExportJob;
  private readonly scene: Scene;
  private readonly worker: Worker;
  private readonly eye: Vec3 | undefined;
  private readonly target: Vec3 | undefined;
  private isTold = false;

  constructor(job: ExportJob) {
    this.job = job;
    const scene = job.film?.scene ?? openScene.value;
    if (scene === undefined)
      throw new FaultError('no picture can be made:', [
        { what: 'nothing is open', where: 'the studio', remedy: 'open a scene first' },
      ]);
    this.scene = scene;
    const view = stage.value?.view();
    // The eye goes where the same height is seen with this renderer's lens.
    if (view !== undefined) {
      const { tangent } = placeCamera(scene, startFrame(scene), 1);
      const away = view.position.clone().sub(view.target).normalize();
      const eye = view.target.clone().addScaledVector(away, view.height / (2 * tangent));
      this.eye = [eye.x, eye.y, eye.z];
      this.target = [view.target.x, view.target.y, view.target.z];
    }
    this.worker = new Worker(new URL('./picture.worker.ts', import.meta.url), { type: 'module' });
  }

  async at(time: number): Promise<HTMLCanvasElement> {
    const { width, height } = this.job.choices;
    const frame = await this.frameAt(time);
    const bending = this.job.film?.bending;
    const request: PictureRequest = {
      scene: this.isTold ? undefined : this.scene,
      bending: this.isTold ? undefined : bending && exaggerate(bending, bendFactor.peek()),
      frame,
      width,
      height,
      eye: this.eye,
      target: this.target,
    };
    this.isTold = true;
    const pixels = await new Promise<Uint8ClampedArray<ArrayBuffer>>((resolve, reject) => {
      this.job.signal.addEventListener('abort', () => reject(this.job.signal.reason), { once: true });
      this.worker.onmessage = ({ data }) => resolve(data as Uint8ClampedArray<ArrayBuffer>);
      this.worker.onerror = ({ message }) => reject(new Error(message));
      this.worker.postMessage(request);
    });
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
    return canvas;
  }

  close(): void {
    this.worker.terminate();
  }

  /** A recorded frame, the nearest in time, so that nothing is shown that was not simulated. */
  private async frameAt(time: number): Promise<Frame> {
    const { film } = this.job;
    const count = film?.frameCount.value ?? 0;
    if (film === undefined || count === 0) return startFrame(this.scene);
    let nearest = 0;
    for (let i = 1; i < count; i++)
      if (Math.abs(film.time(i) - time) < Math.abs(film.time(nearest) - time)) nearest = i;
    return film.frame(nearest);
  }
}
