/** The acts on a case that are offered outside its page: in the banner, beside an event and among what needs the user. */
import { useSelector } from '@xstate/react';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import { selectAct, selectActing, selectUserId } from '../../machines/alarms/alarms.selectors.ts';
import { useAlarms } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import type { ButtonSize } from '../kit/Button.tsx';
import { CaseActButton } from './CaseActButton.tsx';
import { isMainAct, type QuickAct, quickActs } from './caseActs.ts';
import { useMayAct } from './useMayAct.ts';

interface QuickCaseActsProps {
  readonly found: AlarmCase;
  readonly size?: ButtonSize;
  /** How a page takes the case by its own machine. */
  readonly onTake?: () => void;
}

export function QuickCaseActs({ found, size = 'm', onTake }: QuickCaseActsProps) {
  const t = useT();
  const alarms = useAlarms();
  const userId = useSelector(alarms, selectUserId);
  const acting = useSelector(alarms, selectActing) === found.id;
  const current = useSelector(alarms, selectAct);
  const forbidden = useMayAct(found.serialNumber) ? undefined : t('shell.alarms.viewer');
  const { id: caseId } = found;
  const take = onTake ?? ((): void => alarms?.send({ type: 'alarm.take', caseId }));
  const run = (act: QuickAct): void =>
    act === 'take' ? take() : alarms?.send({ type: 'alarm.answer', caseId, accept: act === 'accept' });
  return quickActs(found, userId).map((act) => (
    <CaseActButton
      key={act}
      act={act}
      size={size}
      variant={isMainAct(act) ? 'primary' : 'secondary'}
      busy={acting && act === current}
      disabledReason={forbidden ?? (acting && act !== current ? t('shell.alarms.acting') : undefined)}
      onClick={() => run(act)}
    />
  ));
}
