// Bodies that touch or overlap a little, separated.

export { asFound, GENEROSITIES, type SetApart, setApart } from './apart.ts';
export { describeApart } from './describe-apart.ts';
export { fixedFile, type FixedFile } from './fixed-file.ts';
export { separate, type Separation } from './separate.ts';
export { placeBody, type PlacedShape } from './shapes.ts';
