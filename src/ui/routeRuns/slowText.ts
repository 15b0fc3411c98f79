/** A run or a delivery that took far longer than usual, in words. */
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import { isSlowRun } from '../../../contract/rules/routeRun.ts';
import type { Translate } from '../hooks/translate.ts';
import { spanText } from './routeRunTexts.ts';

/** A duration that is far longer than usual, and the words for it. */
export const SLOW = 'font-medium text-attn-text';

/** '' if it did not, or if its usual duration is unknown. */
export const slowText = (t: Translate, tookMs: number | null, usualMs: number | undefined): string =>
  tookMs !== null && usualMs !== undefined && isSlowRun(tookMs, usualMs)
    ? t('shared.slow', { usual: spanText(usualMs) })
    : '';

export const slowRunText = (
  t: Translate,
  { startedAt, endedAt, usualMs }: Pick<RouteRun, 'startedAt' | 'endedAt' | 'usualMs'>,
): string => slowText(t, endedAt === null ? null : endedAt - startedAt, usualMs);
