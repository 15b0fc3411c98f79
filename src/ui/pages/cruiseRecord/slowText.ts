/** A route run that took far longer than usual, in words. */
import type { RouteRun } from '../../../../contract/entities/routeRun.ts';
import { isSlowRun } from '../../../../contract/rules/routeRun.ts';
import type { Translate } from '../../hooks/translate.ts';
import { spanText } from '../../routeRuns/routeRunTexts.ts';

/** '' if it did not, or if its usual duration is unknown. */
export const slowText = (
  t: Translate,
  { startedAt, endedAt, usualMs }: Pick<RouteRun, 'startedAt' | 'endedAt' | 'usualMs'>,
): string =>
  endedAt !== null && usualMs !== undefined && isSlowRun(endedAt - startedAt, usualMs)
    ? t('cruiseRecord.slow', { usual: spanText(usualMs) })
    : '';
