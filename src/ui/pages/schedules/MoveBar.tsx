/** The bar of a moved run: from where to where, this once or for the whole task, and Undo before it is sent. */
import { useSelector } from '@xstate/react';
import Check from 'lucide-react/icons/check';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { daysOf } from '../../../../contract/rules/schedule/scheduledTask.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import { type MoveFault, movedTask, type RunMove } from '../../../machines/schedules/runMove.ts';
import {
  type SchedulesRef,
  selectIsHolding,
  selectMove,
  selectMoveFault,
} from '../../../machines/schedules/schedules.selectors.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { BOTTOM_BAR } from '../../schedules/bottomBar.ts';
import { daysSentence } from '../../schedules/runTexts.ts';
import { timeOfDay } from '../../shell/siteTime.ts';
import { weekTime } from './batteryTexts.ts';
import type { ShownTimetable } from './useTimetable.ts';

const FAULTS: Record<MoveFault, Key> = {
  past: 'schedules.move.fault.past',
  tooFar: 'schedules.move.fault.tooFar',
  noRight: 'schedules.move.fault.noRight',
  everyDay: 'schedules.move.fault.everyDay',
  onlyOnce: 'schedules.move.fault.onlyOnce',
};

function moveText(t: Translate, move: RunMove, { data }: ShownTimetable): string {
  const { timeZone } = data;
  const task = data.tasks.find(({ id }) => id === move.taskId);
  const name = task?.pathName ?? '';
  if (move.isWhole && task) {
    const { executeTime, checkboxRespeatDays } = movedTask(task, move, timeZone);
    const span = (days: string, time: string): string => `${daysSentence(t, daysOf(days))} ${time}`;
    return t('schedules.move.whole', {
      name,
      from: span(task.checkboxRespeatDays, task.executeTime),
      time: span(checkboxRespeatDays, executeTime),
    });
  }
  const isOneDay = zonedDate(timeZone, move.from) === zonedDate(timeZone, move.startsAt);
  return t('schedules.move.once', {
    name,
    from: weekTime(t, move.from, timeZone),
    time: isOneDay ? timeOfDay(move.startsAt, timeZone) : weekTime(t, move.startsAt, timeZone),
  });
}

export function MoveBar({ screen, shown }: { readonly screen: SchedulesRef; readonly shown: ShownTimetable }) {
  const t = useT();
  const move = useSelector(screen, selectMove);
  const fault = useSelector(screen, selectMoveFault);
  const holding = useSelector(screen, selectIsHolding);
  if (!move) return null;
  const isUnmoved = move.startsAt === move.from;
  return (
    // Announced: where the run was put, not every place that the pointer passed.
    <div className={BOTTOM_BAR} role={holding && move.by === 'pointer' ? undefined : 'status'}>
      <span className="flex-1">
        {isUnmoved && holding && move.by === 'keys' ? t('schedules.move.keys') : moveText(t, move, shown)}
        {fault && !isUnmoved && <b className="ml-2 font-semibold text-attn-text">{t(FAULTS[fault])}</b>}
      </span>
      {holding ? (
        move.by === 'keys' && (
          <>
            <Button size="s" icon={Check} onClick={() => screen.send({ type: 'move.drop' })}>
              {t('schedules.move.drop')}
            </Button>
            <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'move.cancel' })}>
              {t('common.cancel')}
            </Button>
          </>
        )
      ) : (
        <>
          <Button size="s" variant="ghost" icon={Undo2} onClick={() => screen.send({ type: 'move.undo' })}>
            {t('shared.undo')}
          </Button>
          <IconButton
            size="s"
            icon={X}
            label={t('schedules.move.send')}
            onClick={() => screen.send({ type: 'move.send' })}
          />
        </>
      )}
    </div>
  );
}
