/** axe's violations on the current page: one line each with the rule, the element and the problem. */
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Drawn to a scale, of time or of the number of robots: a list or menu beside it has the same in full size. */
const TO_SCALE = '.train, li[style], [role=listitem][style]';

/**
 * @param name prefix of each line
 * @param measuresTargets every target is 24 px large, or 24 px away from its neighbours (WCAG 2.2, 2.5.8)
 */
export async function axeFindings(page: Page, name = '', measuresTargets = false): Promise<string[]> {
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
  // What the page makes of measured sizes (whether a table scrolls, say) follows a frame after them.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );
  const found = await page.evaluate(
    async ([toScale, enabled]) => {
      const { axe: checker } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
      const { violations } = await checker.run({
        resultTypes: ['violations'],
        elementRef: true,
        rules: { 'target-size': { enabled } },
      });
      // The elements stay in the page.
      return violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes
          .filter(({ element }) => id !== 'target-size' || !element?.closest(toScale))
          .map(({ target, failureSummary }) => ({ target, failureSummary })),
      }));
    },
    [TO_SCALE, measuresTargets] as const,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${name}${name && ' · '}${id}: ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  );
}
