// Acts when nobody has asked for a while: whoever asks again starts the wait anew.

export class Pause {
  /** When it was asked last, by performance.now() [ms]. */
  askedAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly act: () => void;
  private readonly lengthMs: number;

  constructor(act: () => void, lengthMs: number) {
    this.act = act;
    this.lengthMs = lengthMs;
  }

  ask(): void {
    this.askedAt = performance.now();
    this.cancel();
    this.timer = setTimeout(this.act, this.lengthMs);
  }

  cancel(): void {
    clearTimeout(this.timer);
  }
}
