// The hash of what a run did: of frames and reports in their order, made while they are, so that nothing is kept.

import { bytesOf, type FrameRecord, Sha256 } from '../record/index.ts';

export class RunHash {
  private readonly sha = new Sha256();
  private frames = 0;

  add({ frame, report }: FrameRecord): void {
    this.frames++;
    this.sha.update(bytesOf(Float64Array.of(frame.time)));
    for (const numbers of [frame.poses, frame.velocities, frame.vertices, report])
      this.sha.update(bytesOf(numbers));
    if (frame.absent) this.sha.update(bytesOf(frame.absent));
  }

  /** Empty where there was no frame; nothing may be added afterwards. */
  digest(): string {
    return this.frames === 0 ? '' : this.sha.digest();
  }
}
