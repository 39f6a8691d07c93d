// PNG of eight bits a channel (W3C PNG, third edition). Each row is filtered the way that leaves the least to
// compress; the platform's own deflate does the rest, in browsers as in Node.

import { crc32 } from '../record/index.ts';

/** @param rgb  three bytes a pixel, rows from the top */
export async function encodePng(width: number, height: number, rgb: Uint8Array): Promise<Uint8Array> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8); // eight bits, RGB, deflate, adaptive filters, not interlaced
  const data = await deflate(filterRows(width, height, rgb));
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('sRGB', Uint8Array.of(0)),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array(0)),
  ];
  return concatenate(parts);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i);
  out.set(data, 8);
  view.setUint32(8 + data.length, crc32(out.subarray(4, 8 + data.length)));
  return out;
}

function filterRows(width: number, height: number, rgb: Uint8Array): Uint8Array<ArrayBuffer> {
  const stride = 3 * width;
  const out = new Uint8Array(height * (stride + 1));
  const candidate = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const row = y * stride;
    const at = y * (stride + 1);
    let best = Number.POSITIVE_INFINITY;
    for (let filter = 0; filter < 5; filter++) {
      let sum = 0;
      for (let i = 0; i < stride; i++) {
        const left = i >= 3 ? rgb[row + i - 3] : 0;
        const above = y > 0 ? rgb[row + i - stride] : 0;
        const corner = i >= 3 && y > 0 ? rgb[row + i - stride - 3] : 0;
        const value = (rgb[row + i] - predict(filter, left, above, corner)) & 255;
        candidate[i] = value;
        sum += value < 128 ? value : 256 - value;
      }
      if (sum >= best) continue;
      best = sum;
      out[at] = filter;
      out.set(candidate, at + 1);
    }
  }
  return out;
}

function predict(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const p = left + above - corner;
      const a = Math.abs(p - left);
      const b = Math.abs(p - above);
      const c = Math.abs(p - corner);
      return a <= b && a <= c ? left : b <= c ? above : corner;
    }
    default:
      return 0;
  }
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
