// A small scene in an address: its JSON, deflated, in base64url. What comes out of a link is a stranger's: its length is
// bounded before and while it is inflated, and the scene is checked like any other file.

import { Complaint } from '../model/complaints.ts';

/** Browsers and messengers cut longer addresses [characters]. */
export const LONGEST_LINK = 30_000;
/** A link may not inflate to more [bytes]. */
export const LARGEST_SCENE = 2_000_000;

export async function packText(text: string): Promise<string> {
  const squeezed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return toBase64Url(await gather(squeezed, Number.POSITIVE_INFINITY));
}

/** @throws Complaint where it is too long, or no link of ours */
export async function unpackText(packed: string): Promise<string> {
  if (packed.length > LONGEST_LINK) throw tooLarge();
  const bytes = fromBase64Url(packed);
  if (bytes === undefined || bytes.length === 0) throw damaged();
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await gather(inflated, LARGEST_SCENE));
  } catch (error) {
    throw error instanceof Complaint ? error : damaged();
  }
}

/** All of a stream, given up as soon as it is longer than it may be. */
async function gather(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel().catch(() => {});
      throw tooLarge();
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function tooLarge(): Complaint {
  return new Complaint('The scene in this link is too large to be opened', 'Ask for the scene as a file');
}

function damaged(): Complaint {
  return new Complaint(
    'This link carries no scene that can be read',
    'It may have been cut off on its way: copy the whole link again',
  );
}
