// Bytes as the binary format of WebAssembly has them.

const bits = new DataView(new ArrayBuffer(8));

/** A growing list of bytes. */
export class Bytes {
  length = 0;
  private list = new Uint8Array(1024);

  push(...bytes: readonly number[]): void {
    this.reserve(bytes.length);
    for (let k = 0; k < bytes.length; k++) this.list[this.length++] = bytes[k];
  }

  /** LEB128 */
  unsigned(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.list[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.list[this.length++] = rest;
  }

  signed(value: number): void {
    this.reserve(5);
    let rest = value | 0;
    for (;;) {
      const byte = rest & 0x7f;
      rest >>= 7;
      if ((rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0)) {
        this.list[this.length++] = byte;
        return;
      }
      this.list[this.length++] = byte | 0x80;
    }
  }

  float(value: number): void {
    this.reserve(8);
    bits.setFloat64(0, value, true);
    for (let k = 0; k < 8; k++) this.list[this.length++] = bits.getUint8(k);
  }

  text(name: string): void {
    const bytes = new TextEncoder().encode(name);
    this.unsigned(bytes.length);
    this.appendBytes(bytes);
  }

  append(other: Bytes): void {
    this.appendBytes(other.list.subarray(0, other.length));
  }

  appendBytes(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.list.set(bytes, this.length);
    this.length += bytes.length;
  }

  taken(): Uint8Array {
    return this.list.slice(0, this.length);
  }

  private reserve(count: number): void {
    if (this.length + count <= this.list.length) return;
    const longer = new Uint8Array(2 * (this.length + count));
    longer.set(this.list.subarray(0, this.length));
    this.list = longer;
  }
}
