/** Merging the case with another unresolved one of the same robot. */
import { useSelector } from '@xstate/react';
import {
  type AlarmCaseRef,
  selectAlarmCase,
  selectAreMergeableLoading,
  selectIsActing,
  selectIsMerging,
} from '../../../machines/alarmCase/alarmCase.selectors.ts';
import { EVENT_NAMES, placeText } from '../../alarms/alarmTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { timeStamp } from '../../shell/siteTime.ts';
import { useIsOffline } from './useRefusal.ts';

interface MergeDialogProps {
  readonly screen: AlarmCaseRef;
  readonly timeZone: string;
}

export function MergeDialog({ screen, timeZone }: MergeDialogProps) {
  const t = useT();
  const { mergeable, mergeFailure, task } = useSelector(screen, selectAlarmCase);
  const acting = useSelector(screen, selectIsActing);
  const loading = useSelector(screen, selectAreMergeableLoading);
  const isOffline = useIsOffline();
  if (!useSelector(screen, selectIsMerging)) return null;
  return (
    <Dialog
      open
      title={t('alarmCase.merge.title')}
      description={t('alarmCase.merge.text')}
      closeLabel={t('common.close')}
      onClose={() => screen.send({ type: 'dialog.close' })}
    >
      {loading ? (
        <SkeletonBlocks shape="cards" count={3} label={t('alarmCase.merge.loading')} />
      ) : mergeFailure ? (
        <div className="flex flex-col items-start gap-2 text-13">
          <p role="alert">{t.failure(mergeFailure)}</p>
          <Button size="s" onClick={() => screen.send({ type: 'merge.retry' })}>
            {t('common.retry')}
          </Button>
        </div>
      ) : mergeable.length === 0 ? (
        <p className="text-13 text-text-2">{t('alarmCase.merge.none')}</p>
      ) : (
        <ul>
          {mergeable.map((one) => (
            <li key={one.id} className="flex items-center gap-3 border-b border-line py-2 last:border-0">
              <span className="min-w-0 flex-1">
                <b className="block truncate text-13 font-medium">{t(EVENT_NAMES[one.event])}</b>
                <span className="block text-12 text-text-2">{placeText(one) || t('alarmCase.noPlace')}</span>
                <span className="text-12 text-text-2 tabular-nums">{timeStamp(one.raisedAt, timeZone)}</span>
              </span>
              <Button
                size="s"
                busy={acting && task?.type === 'merge' && task.otherId === one.id}
                disabledReason={isOffline ? t('alarmCase.why.offline') : undefined}
                onClick={() => screen.send({ type: 'case.do', task: { type: 'merge', otherId: one.id } })}
              >
                {t('alarmCase.merge.with', { number: one.number })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
