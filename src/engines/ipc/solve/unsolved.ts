// A step that could not be solved as it is: a shorter one may be (substeps.ts).

import { StepError } from '../../../sim/index.ts';

export class Unsolved extends StepError {}
