// A 128-bit fingerprint of numbers, for cache keys: quick and well mixed, no protection against forgery.

const MULTIPLIERS = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f];

/** A short number for long arrays, to find them again. */
export class Fingerprint {
  private readonly lanes = Uint32Array.of(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344);
  private length = 0;

  /** Takes an array. */
  add(array: Float64Array | Uint32Array | Uint8Array): void {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const whole = bytes.length & ~3;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = 0; i < whole; i += 4) this.mix(view.getUint32(i, true));
    for (let i = whole; i < bytes.length; i++) this.mix(bytes[i]);
    this.mix(bytes.length);
  }

  /** The number, as text. */
  hex(): string {
    for (let k = 0; k < 8; k++) this.mix(this.length);
    return Array.from(this.lanes, (lane) => lane.toString(16).padStart(8, '0')).join('');
  }

  private mix(word: number): void {
    const { lanes } = this;
    this.length = (this.length + 1) >>> 0;
    let carry = word;
    for (let k = 0; k < 4; k++) {
      let x = Math.imul(lanes[k] ^ carry, MULTIPLIERS[k]);
      x ^= x >>> 15;
      lanes[k] = x;
      // each lane sees the word turned otherwise, and its neighbour's state
      carry = ((word << (8 * k + 5)) | (word >>> (27 - 8 * k))) + lanes[(k + 1) & 3];
    }
  }
}
