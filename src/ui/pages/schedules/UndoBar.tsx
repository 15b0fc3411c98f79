/** What was just done and can be undone for some seconds. */
import { useSelector } from '@xstate/react';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { robotPath } from '../../../machines/app/events.ts';
import type { UndoOffer } from '../../../machines/schedules/schedules.setup.ts';
import { type SchedulesRef, selectOffer } from '../../../machines/schedules/schedules.selectors.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { BOTTOM_BAR } from '../../schedules/bottomBar.ts';
import { weekTime } from './batteryTexts.ts';

function offerText(t: Translate, offer: UndoOffer, timeZone: string): string {
  const { what, name, executeTime: time, runs: count, plannedAt, startsAt } = offer;
  const goesOn = offer.isUnderWay ? ` ${t('schedules.undo.goesOn')}` : '';
  switch (what) {
    case 'paused':
      return t('schedules.undo.paused', { name, time, count }) + goesOn;
    case 'resumed':
      return t('schedules.undo.resumed', { name, time });
    case 'deleted':
      return t('schedules.undo.deleted', { name, time, count }) + goesOn;
    case 'forced':
      return t('schedules.undo.forced', { name, from: weekTime(t, plannedAt, timeZone) });
    case 'moved':
      return startsAt === null
        ? t('schedules.undo.back', { name, from: weekTime(t, plannedAt, timeZone) })
        : t('schedules.undo.moved', {
            name,
            from: weekTime(t, plannedAt, timeZone),
            time: weekTime(t, startsAt, timeZone),
          });
  }
}

export function UndoBar({ screen, timeZone }: { readonly screen: SchedulesRef; readonly timeZone: string }) {
  const t = useT();
  const { navigation } = useApp();
  const offer = useSelector(screen, selectOffer);
  if (!offer) return null;
  return (
    <div className={BOTTOM_BAR} role="status">
      <span className="flex-1">{offerText(t, offer, timeZone)}</span>
      {offer.isUnderWay && offer.serialNumber !== '' && (
        <Button
          size="s"
          variant="ghost"
          onClick={() => navigation.send({ type: 'navigation.go', to: robotPath(offer.serialNumber) })}
        >
          {t('schedules.undo.toStop')}
        </Button>
      )}
      <Button size="s" variant="ghost" icon={Undo2} onClick={() => screen.send({ type: 'undo.take' })}>
        {t('shared.undo')}
      </Button>
      <IconButton size="s" icon={X} label={t('common.close')} onClick={() => screen.send({ type: 'undo.close' })} />
    </div>
  );
}
