// Reads WAV files: integers of 8 to 32 bits and floats, plain or extensible; everything else is refused with what it is.

/** A sound file. */
export interface Wav {
  /** Samples a second. */
  readonly rateHz: number;
  /** Full scale 1. */
  readonly channels: readonly Float64Array[];
}

/** A file that is no WAV file that can be read. */
export class WavError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WavError';
  }
}

const MOST_CHANNELS = 64;

/** Reads a WAV file. */
export function readWav(bytes: Uint8Array): Wav {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number): string =>
    at + 4 <= bytes.length ? String.fromCharCode(...bytes.subarray(at, at + 4)) : '';
  if (word(0) !== 'RIFF' || word(8) !== 'WAVE') throw new WavError('this is no WAV file');
  let format: { code: number; channels: number; rateHz: number; bits: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (word(at) === 'fmt ' && size >= 16 && body + 16 <= bytes.length) {
      let code = view.getUint16(body, true);
      if (code === 0xfffe && size >= 26 && body + 26 <= bytes.length) code = view.getUint16(body + 24, true);
      format = {
        code,
        channels: view.getUint16(body + 2, true),
        rateHz: view.getUint32(body + 4, true),
        bits: view.getUint16(body + 14, true),
      };
    } else if (word(at) === 'data') {
      if (!format) throw new WavError('its samples come before their format');
      return samplesOf(view, body, Math.min(size, bytes.length - body), format);
    }
    at = body + size + (size & 1);
  }
  throw new WavError('it has no samples');
}

function samplesOf(
  view: DataView,
  at: number,
  size: number,
  format: { code: number; channels: number; rateHz: number; bits: number },
): Wav {
  const { code, channels: count, rateHz, bits } = format;
  const integers = code === 1 && [8, 16, 24, 32].includes(bits);
  const floats = code === 3 && [32, 64].includes(bits);
  if (!integers && !floats)
    throw new WavError(`its format is ${code} with ${bits} bits; save it as 16-bit PCM`);
  if (!(count >= 1 && count <= MOST_CHANNELS)) throw new WavError(`it has ${count} channels`);
  if (!(rateHz >= 1000 && rateHz <= 1_000_000)) throw new WavError(`its rate is ${rateHz} Hz`);
  const bytesEach = bits / 8;
  const length = Math.floor(size / (bytesEach * count));
  const channels = Array.from({ length: count }, () => new Float64Array(length));
  for (let n = 0; n < length; n++) {
    for (let c = 0; c < count; c++) {
      channels[c][n] = sampleAt(view, at, bits, floats);
      at += bytesEach;
    }
  }
  return { rateHz, channels };
}

function sampleAt(view: DataView, at: number, bits: number, isFloat: boolean): number {
  if (isFloat) return bits === 32 ? view.getFloat32(at, true) : view.getFloat64(at, true);
  if (bits === 8) return (view.getUint8(at) - 128) / 128;
  if (bits === 16) return view.getInt16(at, true) / 32768;
  if (bits === 32) return view.getInt32(at, true) / 2147483648;
  return (view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getInt8(at + 2) << 16)) / 8388608;
}
