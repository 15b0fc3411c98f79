/** What axe finds on a page as it now is: each a line with the rule, where, and what is wrong. */
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** @param name of what is shown, before each line */
export async function axeFindings(page: Page, name = ''): Promise<string[]> {
  // evaluate, not addScriptTag: the page's content security policy lets no script tag in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // A page that is still read is another one with every run.
  await page.waitForFunction(() => document.querySelector('[role=status][aria-busy=true]') === null);
  // What is still coming is looked at as it will stand; what turns for ever, as it is.
  await page.evaluate(
    async () =>
      void (await Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
          .map(({ finished }) => finished),
      )),
  );
  const found = await page.evaluate(
    async () =>
      (
        await (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
          resultTypes: ['violations'],
        })
      ).violations,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${name}${name && ' · '}${id}: ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  );
}
