// A reporter for vitest that ends the run at the first test that fails. `--bail` lets other workers finish the test that
// they are in, which may take a minute, or have no end where a loop is broken.

export default class FirstFailure {
  onTestCaseResult(test) {
    if (test.result().state === 'failed') process.exit(1);
  }

  /** What fails outside of tests: an import, a hook. */
  onTestModuleEnd(module) {
    if (module.state() === 'failed') process.exit(1);
  }
}
