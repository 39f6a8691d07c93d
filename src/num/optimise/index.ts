// Searches: the least value of a function in a box, and the threshold of a property along a range.

export { bisect, type Threshold, type ThresholdChoices, type ThresholdSearch } from './bisect.ts';
export { type CmaChoices, cmaEs } from './cma-es.ts';
export { nelderMead, type NelderMeadChoices } from './nelder-mead.ts';
export { type Bounds, type Found, type Search, type SearchEnd, searchHere } from './objective.ts';
