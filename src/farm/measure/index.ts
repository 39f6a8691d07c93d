// What is measured of a run while it goes on.

export { thingsOf } from './first-contact.ts';
export { type Measured, Measures } from './measures.ts';
export { bodiesOf } from './of-body.ts';
