// The tables of the windows: header entries 128–191.

import type { i32 } from './machine.ts';

export function bindWindow(_header: i32): void {}
