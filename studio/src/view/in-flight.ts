// Pictures on their way through the graphics processor: how long one takes, and whether it is behind. Commands for more
// would fill the way to it, and the page would stand still until there is room; so where it is behind, the next picture
// waits until the last is done.

/** A context that was lost, or a driver that forgets, must not stop drawing for ever. [ms] */
const LONGEST_WAIT = 3000;
/** Two frames of most screens: processors work that far behind without being late. [ms] */
const USUAL = 34;

export class InFlight {
  private readonly gl: WebGL2RenderingContext;
  private readonly onDone: (wallMs: number) => void;
  private fence: WebGLSync | null = null;
  private since = 0;
  private asked = 0;

  constructor(gl: WebGL2RenderingContext, onDone: (wallMs: number) => void) {
    this.gl = gl;
    this.onDone = onDone;
  }

  get isBusy(): boolean {
    return this.fence !== null && performance.now() - this.since > USUAL;
  }

  /** A picture was asked for; the earliest that is not done is watched. @param since  when it was begun [ms] */
  begin(since: number): void {
    if (this.fence !== null) return;
    this.fence = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.since = since;
    this.gl.flush();
    this.asked = requestAnimationFrame(() => this.look());
  }

  forget(): void {
    cancelAnimationFrame(this.asked);
    if (this.fence !== null) this.gl.deleteSync(this.fence);
    this.fence = null;
  }

  private look(): void {
    const { gl, fence } = this;
    const wallMs = performance.now() - this.since;
    const isDone =
      fence === null || gl.isContextLost() || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
    if (!isDone && wallMs < LONGEST_WAIT) {
      this.asked = requestAnimationFrame(() => this.look());
      return;
    }
    this.forget();
    this.onDone(wallMs);
  }
}
