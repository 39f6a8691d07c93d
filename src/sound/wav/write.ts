// WAV files (RIFF) of 16 or 24 bits or 32-bit float, any number of channels.
//
// Integer samples are rounded to nearest; what is beyond full scale is an error, never clipped. Float files carry a
// `fact` chunk, and three channels and more the extensible format, as the specification asks.

/** Bits of a sample. */
export type BitDepth = '16' | '24' | '32f';

/** How a sound file is written. */
export interface WavOptions {
  /** Samples a second. */
  readonly rateHz: number;
  /** Of a sample. */
  readonly bits: BitDepth;
}

/** Thrown where a sample of an integer file is beyond full scale. */
export class ClippedError extends Error {
  /** Of full scale. */
  readonly peak: number;

  constructor(peak: number) {
    super(`the loudest sample is ${peak.toPrecision(4)} of full scale`);
    this.name = 'ClippedError';
    this.peak = peak;
  }
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/** @param channels  samples of full scale 1, all of one length */
export function writeWav(channels: readonly Float64Array[], { rateHz, bits }: WavOptions): Uint8Array {
  const count = channels.length;
  const length = channels[0]?.length ?? 0;
  if (count === 0 || channels.some((channel) => channel.length !== length))
    throw new RangeError('channels of a WAV file have one length');
  const isFloat = bits === '32f';
  const bytesEach = bits === '16' ? 2 : bits === '24' ? 3 : 4;
  const format = isFloat ? FLOAT : PCM;
  const extended = count > 2 || bits === '24';
  const formatSize = extended ? 40 : isFloat ? 18 : 16;
  const factSize = isFloat ? 12 : 0;
  const dataSize = length * count * bytesEach;
  const padding = dataSize & 1;
  const headSize = 12 + 8 + formatSize + factSize + 8;
  if (headSize + dataSize > 0xffffffff) throw new RangeError('a WAV file holds at most 4 GB');
  const bytes = new Uint8Array(headSize + dataSize + padding);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const word = (text: string): void => {
    for (let i = 0; i < 4; i++) bytes[at++] = text.charCodeAt(i);
  };
  const u16 = (value: number): void => {
    view.setUint16(at, value, true);
    at += 2;
  };
  const u32 = (value: number): void => {
    view.setUint32(at, value, true);
    at += 4;
  };
  word('RIFF');
  u32(bytes.length - 8);
  word('WAVE');
  word('fmt ');
  u32(formatSize);
  u16(extended ? EXTENSIBLE : format);
  u16(count);
  u32(rateHz);
  u32(rateHz * count * bytesEach);
  u16(count * bytesEach);
  u16(8 * bytesEach);
  if (formatSize >= 18) u16(formatSize - 18);
  if (extended) {
    u16(8 * bytesEach); // all bits are valid
    u32(count <= 2 ? [4, 3][count - 1] : 0); // centre, or left and right; otherwise no place
    u16(format);
    // the rest of the identifier of the format, the same for all
    bytes.set([0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71], at);
    at += 14;
  }
  if (isFloat) {
    word('fact');
    u32(4);
    u32(length);
  }
  word('data');
  u32(dataSize);
  const full = bits === '16' ? 32768 : 8388608;
  let peak = 0;
  for (let n = 0; n < length; n++) {
    for (const channel of channels) {
      const value = channel[n];
      if (isFloat) view.setFloat32(at, value, true);
      else {
        const level = Math.round(value * full);
        // full scale itself is one step beyond the largest positive number
        const kept = level === full ? full - 1 : level;
        if (!(kept >= -full && kept < full)) peak = Math.max(peak, Math.abs(value) || Infinity);
        if (bits === '16') view.setInt16(at, kept, true);
        else {
          bytes[at] = kept & 255;
          bytes[at + 1] = (kept >> 8) & 255;
          bytes[at + 2] = (kept >> 16) & 255;
        }
      }
      at += bytesEach;
    }
  }
  if (peak > 0) throw new ClippedError(peak);
  return bytes;
}
