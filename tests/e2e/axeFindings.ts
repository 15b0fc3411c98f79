/** axe's violations on the current page: one line each with the rule, the element and the problem. */
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** @param name prefix of each line */
export async function axeFindings(page: Page, name = ''): Promise<string[]> {
  // evaluate instead of addScriptTag, because the page's content security policy forbids script tags.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // A loading page would make the result vary between runs.
  await page.waitForFunction(() => document.querySelector('[role=status][aria-busy=true]') === null);
  // Waits for running animations, except infinite ones.
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
