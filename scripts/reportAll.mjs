/** vitest's JSON report plus errors outside of tests (`outsideErrors`), with the file of each where known. */
import { writeFile } from 'node:fs/promises';
import { JsonReporter } from 'vitest/node';

export default class extends JsonReporter {
  outsideErrors = [];

  constructor() {
    super({ outputFile: process.env.ROUNDHOUSE_TEST_REPORT });
  }

  async onTestRunEnd(modules, errors = []) {
    this.outsideErrors = errors.map((error) => ({ file: error.VITEST_TEST_PATH, why: error.message ?? String(error) }));
    // vitest replaces the message at the start of a timeout's stack, and the report only contains the stack.
    for (const module of modules) {
      for (const test of module.children.allTests('failed'))
        for (const error of test.task.result?.errors ?? [])
          error.stack = error.stack?.replace(/^Error: STACK_TRACE_ERROR/, () => error.message);
    }
    await super.onTestRunEnd(modules);
  }

  async writeReport(report) {
    await writeFile(
      this.options.outputFile,
      JSON.stringify({ ...JSON.parse(report), outsideErrors: this.outsideErrors }),
    );
  }
}
