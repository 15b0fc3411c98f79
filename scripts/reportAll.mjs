/** vitest's JSON report, with the errors outside of every test beside it (`outsideErrors`): the file that each came from, where known. */
import { writeFile } from 'node:fs/promises';
import { JsonReporter } from 'vitest/node';

export default class extends JsonReporter {
  outsideErrors = [];

  constructor() {
    super({ outputFile: process.env.ROUNDHOUSE_TEST_REPORT });
  }

  async onTestRunEnd(modules, errors = []) {
    this.outsideErrors = errors.map((error) => ({ file: error.VITEST_TEST_PATH, why: error.message ?? String(error) }));
    // The stack of a timeout begins with this in place of its message, and the report keeps the stack alone.
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
