// What the browser test runs on both sides.

export { loadKernels } from '../../src/num/kernels/kernels.ts';
export { digestOfNumbers } from './digest.ts';
export { fingerprintOfFactor } from './fingerprint.ts';
