// Words beside things in the picture: names, lengths, angles. Ordinary elements, placed where their points are seen.

import { type Camera, Vector3 } from 'three';

export interface Label {
  readonly text: string;
  /** In the coordinates of three.js. */
  readonly at: Vector3;
  readonly kind: 'name' | 'chosen' | 'measure';
}

/** Labels that would cover one another are left out, the later ones. [px] */
const ROW = 17;
const LETTER = 7;

const seen = new Vector3();

export class Labels {
  private readonly host: HTMLElement;
  private readonly elements: HTMLSpanElement[] = [];

  constructor(host: HTMLElement) {
    this.host = host;
  }

  place(labels: readonly Label[], camera: Camera, width: number, height: number): void {
    const taken = new Map<number, [number, number][]>();
    let used = 0;
    for (const { text, at, kind } of labels) {
      seen.copy(at).project(camera);
      if (!(seen.z > -1 && seen.z < 1) || Math.abs(seen.x) > 1 || Math.abs(seen.y) > 1) continue;
      const x = ((seen.x + 1) / 2) * width;
      const y = ((1 - seen.y) / 2) * height;
      if (kind === 'name' && !isFree(taken, x, y, text.length)) continue;
      const element = this.element(used++);
      if (element.textContent !== text) element.textContent = text;
      element.className = `label ${kind}`;
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
      element.hidden = false;
    }
    for (let i = used; i < this.elements.length; i++) this.elements[i].hidden = true;
  }

  private element(index: number): HTMLSpanElement {
    const known = this.elements[index];
    if (known) return known;
    const made = document.createElement('span');
    this.host.append(made);
    this.elements.push(made);
    return made;
  }
}

/** Takes the place of a text where nothing is yet. */
function isFree(taken: Map<number, [number, number][]>, x: number, y: number, letters: number): boolean {
  const half = (letters * LETTER) / 2 + 4;
  const row = Math.round(y / ROW);
  for (const near of [row - 1, row, row + 1])
    for (const [from, until] of taken.get(near) ?? []) if (x + half > from && x - half < until) return false;
  const own = taken.get(row) ?? [];
  own.push([x - half, x + half]);
  taken.set(row, own);
  return true;
}
