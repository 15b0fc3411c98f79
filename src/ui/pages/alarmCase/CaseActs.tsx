/** All acts on the case, the likeliest first: the main one wide, the others beside each other. */
import { useSelector } from '@xstate/react';
import Navigation from 'lucide-react/icons/navigation';
import Video from 'lucide-react/icons/video';
import Volume from 'lucide-react/icons/volume-2';
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';
import { REOPEN_WITHIN_MS } from '../../../../contract/rules/alarmCase.ts';
import type { CaseTask } from '../../../machines/alarmCase/alarmCase.machine.ts';
import { selectAlarmCase, selectIsActing } from '../../../machines/alarmCase/alarmCase.selectors.ts';
import { robotPath } from '../../../machines/app/events.ts';
import { type CaseAct, caseActs, isMainAct, isResolvable, QUICK_ACT_NAMES } from '../../alarms/caseActs.ts';
import { CaseActButton } from '../../alarms/CaseActButton.tsx';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import type { Glyph } from '../../icons/glyph.ts';
import type { CaseProps } from './caseProps.ts';
import { useLookRefusal, useRefusal } from './useRefusal.ts';

const NAMES = {
  ...QUICK_ACT_NAMES,
  resolve: 'alarmCase.act.resolve',
  handOver: 'shared.handOver',
  release: 'alarmCase.act.release',
  reopen: 'alarmCase.act.reopen',
  look: 'alarmCase.act.look',
  send: 'alarmCase.act.send',
  speak: 'alarmCase.act.speak',
  merge: 'alarmCase.act.merge',
} as const satisfies Record<CaseAct, Key>;
const ICONS: Partial<Record<CaseAct, Glyph>> = { look: Video, send: Navigation, speak: Volume };
const KEYS: Partial<Record<CaseAct, string>> = { take: 'T', resolve: 'R', look: 'L' };
const TASKS: Partial<Record<CaseAct, CaseTask>> = {
  take: { type: 'take' },
  accept: { type: 'answer', accept: true },
  decline: { type: 'answer', accept: false },
  release: { type: 'release' },
  reopen: { type: 'reopen' },
};
const DIALOGS = {
  resolve: 'resolve.open',
  handOver: 'handOver.open',
  send: 'send.open',
  speak: 'speak.open',
  merge: 'merge.open',
} as const satisfies Partial<Record<CaseAct, string>>;
const isDialog = (act: CaseAct): act is keyof typeof DIALOGS => act in DIALOGS;
/** Without a main act, or with an even number of others, they fill the rows; else the first of them has its own. */
const OTHERS = 'grid grid-cols-2 gap-2 max-desk:grid-cols-3 desk:[&>:first-child:nth-last-child(odd)]:col-span-2';

interface CaseActsProps {
  readonly screen: CaseProps['screen'];
  readonly found: AlarmCase;
  readonly userId: string;
  readonly now: number;
}

export function CaseActs({ screen, found, userId, now }: CaseActsProps) {
  const { navigation } = useApp();
  const { task } = useSelector(screen, selectAlarmCase);
  const isActing = useSelector(screen, selectIsActing);
  const reasonOf = useReasons(found, userId, now);
  const acts = caseActs(found, userId);
  const hasMain = isMainAct(acts[0]);
  const run = (act: CaseAct): void => {
    const next = TASKS[act];
    if (isDialog(act)) screen.send({ type: DIALOGS[act] });
    else if (next) screen.send({ type: 'case.do', task: next });
    else navigation.send({ type: 'navigation.go', to: robotPath(found.serialNumber) });
  };
  const isBusy = (act: CaseAct): boolean => {
    const own = TASKS[act];
    if (!isActing || own?.type !== task?.type) return false;
    return own?.type !== 'answer' || task?.type !== 'answer' || own.accept === task.accept;
  };
  const button = (act: CaseAct, isMain: boolean) => (
    <CaseActButton
      key={act}
      act={act}
      name={NAMES[act]}
      icon={ICONS[act]}
      size={isMain ? 'l' : 'm'}
      variant={isMain ? 'primary' : 'secondary'}
      aria-keyshortcuts={KEYS[act]}
      busy={isBusy(act)}
      disabledReason={reasonOf(act)}
      onClick={() => run(act)}
    />
  );
  return (
    <>
      {hasMain && acts.slice(0, 1).map((act) => button(act, true))}
      <div className={OTHERS}>{acts.slice(hasMain ? 1 : 0).map((act) => button(act, false))}</div>
    </>
  );
}

/** @returns why an act is not possible now; undefined if it is */
function useReasons(found: AlarmCase, userId: string, now: number): (act: CaseAct) => string | undefined {
  const t = useT();
  const forbidden = useRefusal(found.serialNumber);
  const cannotLook = useLookRefusal(found.serialNumber);
  const { owner, resolvedAt, place } = found;
  return (act) => {
    switch (act) {
      case 'look':
        return cannotLook;
      case 'send':
        return forbidden ?? (place === null ? t('alarmCase.robots.noPlace') : undefined);
      case 'reopen':
        return (
          forbidden ??
          (resolvedAt !== null && now - resolvedAt > REOPEN_WITHIN_MS ? t('alarmCase.why.tooOld') : undefined)
        );
      case 'resolve':
        return (
          forbidden ??
          (isResolvable(found, userId) ? undefined : t('alarmCase.why.notYours', { name: owner?.name ?? '' }))
        );
      default:
        return forbidden;
    }
  };
}
