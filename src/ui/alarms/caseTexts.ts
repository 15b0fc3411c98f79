/** Causes and state of a case in the reader's language. Pages that use it list `alarmCases` among their locales. */
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import { type CaseEnding, PICTURE_GAPS, type PictureGap } from '../../../contract/rules/alarmCase.ts';
import type { Translate } from '../hooks/translate.ts';
import type { Key } from '../hooks/localeTexts.ts';
import { spanText } from '../routeRuns/routeRunTexts.ts';
import { clockText } from './alarmTexts.ts';

export const CAUSE_NAMES = {
  handled: 'alarmCases.cause.handled',
  removed: 'alarmCases.cause.removed',
  repaired: 'alarmCases.cause.repaired',
  passedOn: 'alarmCases.cause.passedOn',
  byItself: 'alarmCases.cause.byItself',
  falseAlarm: 'alarmCases.cause.falseAlarm',
  drill: 'alarmCases.cause.drill',
  other: 'shared.otherOption',
  merged: 'alarmCases.cause.merged',
} as const satisfies Record<CaseEnding, Key>;

const GAP_KEYS = {
  noCamera: 'alarmCase.pictures.gap.noCamera',
  offline: 'alarmCase.pictures.gap.offline',
  placeUnknown: 'alarmCase.pictures.gap.placeUnknown',
  notInSight: 'alarmCase.pictures.gap.notInSight',
  notTaken: 'alarmCase.pictures.gap.notTaken',
} as const satisfies Record<PictureGap, Key>;
/** Why there is no picture after the alarm. @param gap as the history has it */
export const pictureGapKey = (gap: string): Key => GAP_KEYS[PICTURE_GAPS.find((one) => one === gap) ?? 'notTaken'];

/** Who has it, or how long until level two is told. @param now server time, ms */
export function caseStateText(t: Translate, found: AlarmCase, now: number): string {
  const { state, owner, levelTwoAt, levelTwoToldAt, isAskedAgain, raisedAt, resolvedAt, resolvedBy } = found;
  if (found.mergedInto) return t('alarmCases.mergedInto', { number: found.mergedInto.number, name: resolvedBy ?? '' });
  if (state === 'resolved')
    return t('alarmCases.resolvedBy', { name: resolvedBy ?? '', span: spanText((resolvedAt ?? now) - raisedAt) });
  if (state === 'taken') return t(isAskedAgain ? 'alarmCases.again' : 'alarmCases.has', { name: owner?.name ?? '' });
  if (levelTwoAt !== null) return t('shell.alarms.countdown', { time: clockText(levelTwoAt - now) });
  return t(levelTwoToldAt === null ? 'alarmCases.filter.states.open' : 'alarmCases.levelTwoTold');
}
