// Written by scripts/kernels.mjs from the *.as.ts files. Do not edit: npm run kernels

export const sourcesHash = '999d89f37d26a3af55dc7448cea87c549662bc19f2dd239266af44c980414cb7';

export interface Kernels {
  ldlProbe(a: number): number;
}

export const moduleBase64 =
  'AGFzbQEAAAABBgFgAX8BfAISAQNlbnYGbWVtb3J5AgMQgIAEAwIBAAcMAQhsZGxQcm9iZQAAChMBEQAgACsDAEQAAAAAAAAAQKIL';
