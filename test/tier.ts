// A test file says by its name in which tier it is:
//
//   y.test.ts         quick: npm run test:quick, npm test and npm run test:long
//   y.slow.test.ts    npm test and npm run test:long; so are those in browsers and of the package
//   y.long.test.ts    npm run test:long only
//
// Within a file, what can be tried more or less often is tried more often in the long tier: numRuns: isLong ? 5000 : 100.

const tier = process.env['CAROM_TEST_TIER'];

export const isLong = tier === 'long';

const slow = ['test/**/*.slow.test.ts', 'test/{browser,package,studio/page}/**'];
const long = ['test/**/*.long.test.ts'];

/** The files that are not of this tier. */
export const notOfTier: readonly string[] = isLong ? [] : tier === 'quick' ? [...slow, ...long] : long;
