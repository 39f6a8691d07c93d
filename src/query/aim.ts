// A ray against triangles so that nothing slips through between two of them.
//
// Vertices are sheared until the ray runs along an axis (Woop, Benthin and Wald 2013, "Watertight ray/triangle
// intersection"); seen along it, each edge has the ray on its left or on its right. Products are compared exactly: rounding
// keeps their order, and where the rounded ones are equal what was rounded off decides. A ray exactly through an edge or a
// vertex counts as running beside it by less than any number, (ε, ε²) along the two other axes, as in the simulation of
// simplicity (Edelsbrunner and Mücke 1990). So two faces see their common edge alike, and a closed surface is crossed as
// often inwards as outwards.

export class Aim {
  /** Which way the last face that was met is turned: +1 or -1, the same for faces that turn the same side to the ray. */
  side = 0;
  private u = 0;
  private v = 1;
  private w = 2;
  private shearU = 0;
  private shearV = 0;
  private stretch = 1;
  private readonly origin = new Float64Array(3);

  /** @param direction  of length one, in the coordinates of the triangles like the origin */
  set(origin: Float64Array, direction: Float64Array): void {
    this.origin.set(origin);
    let w = 0;
    for (let k = 1; k < 3; k++) if (Math.abs(direction[k]) > Math.abs(direction[w])) w = k;
    this.w = w;
    this.u = (w + 1) % 3;
    this.v = (w + 2) % 3;
    this.shearU = direction[this.u] / direction[w];
    this.shearV = direction[this.v] / direction[w];
    this.stretch = 1 / direction[w];
  }

  /** How far along the ray it meets the triangle with vertices at offsets a, b, c of x [m], or -1. */
  meet(x: Float64Array, a: number, b: number, c: number): number {
    const { u, v, w, shearU, shearV, stretch, origin } = this;
    const aw = x[a + w] - origin[w];
    const bw = x[b + w] - origin[w];
    const cw = x[c + w] - origin[w];
    const au = x[a + u] - origin[u] - shearU * aw;
    const av = x[a + v] - origin[v] - shearV * aw;
    const bu = x[b + u] - origin[u] - shearU * bw;
    const bv = x[b + v] - origin[v] - shearV * bw;
    const cu = x[c + u] - origin[u] - shearU * cw;
    const cv = x[c + v] - origin[v] - shearV * cw;

    const ofA = areaOf(bu, bv, cu, cv);
    const side = sideOf(ofA, bu, bv, cu, cv);
    if (side === 0) return -1;
    const ofB = areaOf(cu, cv, au, av);
    if (sideOf(ofB, cu, cv, au, av) !== side) return -1;
    const ofC = areaOf(au, av, bu, bv);
    if (sideOf(ofC, au, av, bu, bv) !== side) return -1;
    this.side = side;

    // Three areas of one sign, not all zero. Of slivers they are uncertain, but the crossing is among the vertices.
    const height = (ofA * aw + ofB * bw + ofC * cw) / (ofA + ofB + ofC);
    const within = Math.min(Math.max(height, Math.min(aw, bw, cw)), Math.max(aw, bw, cw));
    const distance = within * stretch;
    return distance >= 0 ? distance : -1;
  }
}

/** p × q: zero only where it is exactly zero. */
function areaOf(pu: number, pv: number, qu: number, qv: number): number {
  const left = pu * qv;
  const right = pv * qu;
  const area = left - right;
  return area !== 0 ? area : roundedOff(pu, qv, left) - roundedOff(pv, qu, right);
}

/** The sign of an area, or of what it becomes when the ray moves by (ε, ε²). */
function sideOf(area: number, pu: number, pv: number, qu: number, qv: number): number {
  if (area !== 0) return area > 0 ? 1 : -1;
  if (pv !== qv) return pv > qv ? 1 : -1;
  return Math.sign(qu - pu);
}

/** a b - product, exactly (Dekker 1971). */
function roundedOff(a: number, b: number, product: number): number {
  const bigA = SPLITTER * a - (SPLITTER * a - a);
  const bigB = SPLITTER * b - (SPLITTER * b - b);
  const smallA = a - bigA;
  const smallB = b - bigB;
  return smallA * smallB - (product - bigA * bigB - smallA * bigB - bigA * smallB);
}

const SPLITTER = 134217729; // 2²⁷ + 1
