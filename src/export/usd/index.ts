// Recordings to USD, and names as USD has them.

export { identifiers } from './text.ts';
export { exportUsd } from './usd.ts';
