// Keeps what was read last, up to a bound: a longer recording costs no more memory than a shorter one.

/** Together at most this much [bytes], and always the last one. */
const KEPT_BYTES = 1 << 26;

export class KeptArrays<Value> {
  private readonly values = new Map<string, { readonly bytes: number; readonly value: Promise<Value> }>();
  private readonly mostBytes: number;
  private bytes = 0;

  constructor(mostBytes = KEPT_BYTES) {
    this.mostBytes = mostBytes;
  }

  /**
   * What is kept under a name, or what `read` gives; failures are not kept.
   * @param bytes  about how much memory it takes
   */
  get(name: string, bytes: number, read: () => Promise<Value>): Promise<Value> {
    let kept = this.values.get(name);
    if (kept) {
      // Last used is last in the map, so the first one is the one to drop.
      this.values.delete(name);
    } else {
      kept = { bytes, value: read() };
      this.bytes += bytes;
      kept.value.catch(() => this.drop(name));
    }
    this.values.set(name, kept);
    while (this.bytes > this.mostBytes && this.values.size > 1)
      this.drop(this.values.keys().next().value as string);
    return kept.value;
  }

  private drop(name: string): void {
    this.bytes -= this.values.get(name)?.bytes ?? 0;
    this.values.delete(name);
  }
}
