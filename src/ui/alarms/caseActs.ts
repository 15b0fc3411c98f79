/** What a user can do about a case and in which order it is offered: for the case's page, its keys, lists and the banner. */
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import type { Key } from '../hooks/localeTexts.ts';

/** The acts that need no more than a press, so that they are offered outside the page of the case too. */
export const QUICK_ACT_NAMES = {
  take: 'shell.alarms.take',
  accept: 'common.accept',
  decline: 'common.decline',
} as const satisfies Record<string, Key>;
export type QuickAct = keyof typeof QUICK_ACT_NAMES;
export type CaseAct = QuickAct | 'resolve' | 'handOver' | 'release' | 'reopen' | 'look' | 'send' | 'speak' | 'merge';
const isQuick = (act: CaseAct): act is QuickAct => act in QUICK_ACT_NAMES;

const isMine = ({ owner }: AlarmCase, userId: string): boolean => owner?.kind === 'account' && owner.id === userId;

/** The likeliest first. Of a colleague's case, Resolve is offered last, to say whose it is. */
export function caseActs(found: AlarmCase, userId: string): readonly CaseAct[] {
  const { state, isAskedAgain, handOverTo, mergedInto } = found;
  if (mergedInto) return ['look', 'send', 'speak'];
  if (state === 'resolved') return ['reopen', 'look', 'send', 'speak'];
  if (handOverTo?.id === userId) return ['accept', 'decline', 'look', 'send', 'speak'];
  if (state === 'taken' && isMine(found, userId))
    // Taking one's own case again tells the others that one still works on it.
    return [
      'resolve',
      'look',
      ...(isAskedAgain ? (['take'] as const) : []),
      'handOver',
      'send',
      'speak',
      // Not while somebody is asked to take it over.
      ...(handOverTo === null ? (['merge'] as const) : []),
      'release',
    ];
  if (state === 'open' || isAskedAgain) return ['take', 'look', 'send', 'speak', 'merge'];
  return ['look', 'send', 'speak', 'resolve'];
}
export const quickActs = (found: AlarmCase, userId: string): readonly QuickAct[] =>
  caseActs(found, userId).filter(isQuick);

/** Acts that move the case on; one of them is the main button where it comes first. */
const MAIN_ACTS: readonly CaseAct[] = ['take', 'accept', 'resolve'];
export const isMainAct = (act: CaseAct | undefined): boolean => act !== undefined && MAIN_ACTS.includes(act);

/** Nobody has it, or it was taken over an hour ago. */
export const isTakeable = (found: AlarmCase, userId: string): boolean => caseActs(found, userId).includes('take');

/** Only its owner can resolve it. */
export const isResolvable = (found: AlarmCase, userId: string): boolean =>
  found.state === 'taken' && isMine(found, userId);
