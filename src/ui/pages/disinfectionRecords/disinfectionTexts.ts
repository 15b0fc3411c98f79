/** Texts of a disinfection: result, reason, places, units. Pure. */
import type { Disinfection } from '../../../../contract/entities/disinfection.ts';
import {
  DISINFECTION_REASONS,
  disinfectionResultOf,
  type DisinfectionReason,
  type DisinfectionResult,
  type DisinfectionState,
  type SectionState,
} from '../../../../contract/rules/disinfection.ts';
import { isSlowRun } from '../../../../contract/rules/routeRun.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { reasonText } from '../../labels/commandReason.ts';
import { countText } from '../../lists/countText.ts';
import { spanText } from '../../routeRuns/routeRunTexts.ts';

const RESULT = {
  inProgress: 'shared.inProgress',
  finished: 'shared.finished',
  partiallyCompleted: 'shared.partiallyCompleted',
  failed: 'shared.failed',
  notStarted: 'shared.didNotStart',
  unknown: 'disinfectionRecords.result.unknown',
} as const satisfies Record<DisinfectionResult, Key>;
const REASON = {
  ended: 'shared.endedByWho',
  cancelledBy: 'disinfectionRecords.reason.cancelledBy',
  charging: 'disinfectionRecords.reason.charging',
  missed: 'disinfectionRecords.reason.missed',
  person: 'disinfectionRecords.reason.person',
  agentEmpty: 'disinfectionRecords.reason.agentEmpty',
  batteryLow: 'disinfectionRecords.reason.batteryLow',
  replaced: 'disinfectionRecords.reason.replaced',
  cancelled: 'disinfectionRecords.reason.cancelled',
  robotSilent: 'disinfectionRecords.reason.robotSilent',
  notTaken: 'disinfectionRecords.reason.notTaken',
  robotRestarted: 'disinfectionRecords.reason.robotRestarted',
  robotGone: 'disinfectionRecords.reason.robotGone',
  robotMoved: 'shared.robotWasMoved',
  exception: 'disinfectionRecords.reason.exception',
  placesDeleted: 'shared.placesDeleted',
  elevatorOut: 'shared.elevatorOut',
  doorOut: 'shared.doorOut',
  serverDown: 'shared.serverWasDown',
  taskOff: 'shared.taskSwitchedOff',
  notChecked: 'shared.notCheckedInTime',
} as const satisfies Record<DisinfectionReason, Key>;
const SECTION = {
  waiting: 'disinfectionRecords.section.waiting',
  underway: 'shared.inProgress',
  done: 'shared.done',
  person: 'disinfectionRecords.section.person',
  unreachable: 'disinfectionRecords.section.unreachable',
} as const satisfies Record<SectionState, Key>;

export const resultText = (t: Translate, result: DisinfectionResult): string => t(RESULT[result]);
export type ResultOf = Pick<Disinfection, 'state' | 'squareMetres' | 'reason'>;
/** How many there are of each result; those that are seldom only if there is one. */
export function factsText(
  t: Translate,
  { notStarted, unknown, ...counts }: Readonly<Record<DisinfectionResult, number>>,
) {
  const { inProgress, finished, partiallyCompleted, failed } = counts;
  return [
    t('disinfectionRecords.facts', {
      inProgress: countText(inProgress),
      finished: countText(finished),
      partiallyCompleted: countText(partiallyCompleted),
      failed: countText(failed),
    }),
    // Of a recording by an earlier version they are undefined.
    ...(notStarted > 0 ? [t('disinfectionRecords.factNotStarted', { count: countText(notStarted) })] : []),
    ...(unknown > 0 ? [t('disinfectionRecords.factUnknown', { count: countText(unknown) })] : []),
  ].join(t('shared.listSeparator'));
}
/** The result of a run; one that never started says so, and so does one whose end nobody heard. */
export const runResult = (t: Translate, run: ResultOf): string => resultText(t, disinfectionResultOf(run));

const isReason = (type: string): type is DisinfectionReason =>
  (DISINFECTION_REASONS as readonly string[]).includes(type);
/** Why the run ended; '' if it completed as requested. */
export const whyEnded = (t: Translate, { reason }: Pick<Disinfection, 'reason'>): string =>
  reason === null
    ? ''
    : isReason(reason.type)
      ? t(REASON[reason.type], { who: reason.description || t('disinfectionRecords.reason.somebody') })
      : reasonText(t, reason);

/** That a finished run took far longer than estimated, as each has its own places; '' if it did not. */
export function slowText(
  t: Translate,
  { state, startedAt, endedAt, estimate }: Pick<Disinfection, 'state' | 'startedAt' | 'endedAt' | 'estimate'>,
): string {
  const estimateMs = estimate.seconds * 1_000;
  return state === 'finished' && endedAt !== null && isSlowRun(endedAt - startedAt, estimateMs)
    ? t('disinfectionRecords.slow', { estimate: spanText(estimateMs) })
    : '';
}

/** After the end, a place that was not begun was not reached. */
export const sectionText = (t: Translate, state: SectionState, run: DisinfectionState): string =>
  run !== 'inProgress' && (state === 'waiting' || state === 'underway')
    ? t(state === 'waiting' ? 'disinfectionRecords.section.notReached' : 'shared.interrupted')
    : t(SECTION[state]);

type Named = Pick<Disinfection['sections'][number], 'id' | 'name'>;
export const sectionName = (t: Translate, { id, name }: Named): string =>
  name || t(id === '' ? 'disinfectionRecords.area' : 'shared.room');
/** "Meeting 1, Meeting 2 and 3 more". */
export function placesText(t: Translate, sections: readonly Named[]): string {
  const names = sections.map((section) => sectionName(t, section));
  const shown = names.slice(0, 2).join(t('shared.listSeparator'));
  return names.length <= 2 ? shown : t('disinfectionRecords.more', { names: shown, count: names.length - 2 });
}
export const percent = (share: number): number => Math.round(share * 100);
/** Whether cells are left that a further run can cover. */
export const hasMissed = (run: ResultOf & Pick<Disinfection, 'coverage'>): boolean =>
  run.state !== 'inProgress' && run.coverage < 1 && disinfectionResultOf(run) !== 'notStarted';
