// A past in one word. Only `good` is a success: a past in which nothing happened has kept every law, and shows nothing.

/** What the word is chosen by. */
interface Judged {
  readonly strict: boolean;
  readonly replays: boolean;
  /** Share of the bodies that came from outside and reach the end by themselves. */
  readonly arrived: number;
  /** Share of the bodies that move at the start. */
  readonly moving: number;
  readonly topSpeed: number;
  readonly topSpinSpeed: number;
  readonly natural: number;
}

export type PastVerdict = 'good' | 'unnatural' | 'few came' | 'nothing happened' | 'helped' | 'broken';

/** From this share on most have come. */
const MOST = 0.5;

/** What each word means. */
export const verdictMeanings: Readonly<Record<PastVerdict, string>> = {
  good: 'half of the bodies or more come from outside, by the laws alone, no faster than a fall and a throw give',
  unnatural: 'bodies come by the laws alone, but some fly or spin faster than a fall and a throw give',
  'few came':
    'by the laws alone, but most bodies have been where they are, or within half their own radius, all the time',
  'nothing happened': 'every body has been where it is all the time: no success, whatever laws were kept',
  helped: 'bodies come, but laws were bent, or the engine by itself misses the end',
  broken: 'even with its log it ends elsewhere',
};

export function verdictOf({
  strict,
  replays,
  arrived,
  moving,
  topSpeed,
  topSpinSpeed,
  natural,
}: Judged): PastVerdict {
  if (!replays) return 'broken';
  if (arrived === 0 && moving === 0) return 'nothing happened';
  if (!strict) return 'helped';
  if (arrived < MOST) return 'few came';
  return topSpeed > natural || topSpinSpeed > natural ? 'unnatural' : 'good';
}
