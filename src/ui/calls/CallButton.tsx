/** Calls a robot, or leads to the call that is going on with it. */
import { useSelector } from '@xstate/react';
import Phone from 'lucide-react/icons/phone';
import { callPath } from '../../machines/app/events.ts';
import { selectCalledRobot, selectOwnState } from '../../machines/calls/calls.selectors.ts';
import { useApp, useCalls } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Button, type ButtonSize } from '../kit/Button.tsx';
import { useHasRight } from '../robots/useHasRight.ts';

export interface CallButtonProps {
  readonly serialNumber: string;
  readonly name: string;
  /** Custom actions that the robot announces. */
  readonly actions: readonly string[];
  readonly online: boolean;
  /** Why a robot that is offline cannot be called. */
  readonly offlineReason: string;
  readonly size?: ButtonSize | undefined;
}

export function CallButton({ serialNumber, name, actions, online, offlineReason, size = 's' }: CallButtonProps) {
  const t = useT();
  const { navigation } = useApp();
  const calls = useCalls();
  const state = useSelector(calls, selectOwnState);
  const called = useSelector(calls, selectCalledRobot);
  const mayCall = useHasRight('operate')(serialNumber);
  if (!calls) return null;
  const isBusy = state === 'starting' || state === 'answering' || state === 'inCall' || state === 'ending';
  if (isBusy && called === serialNumber)
    return (
      <Button
        size={size}
        icon={Phone}
        onClick={() =>
          navigation.send({
            type: 'navigation.go',
            to: callPath(serialNumber),
          })
        }
      >
        {t('shell.calls.back')}
      </Button>
    );
  const why = !actions.includes('calls')
    ? t('shell.calls.cannot')
    : !mayCall
      ? t('shell.calls.forbidden')
      : isBusy
        ? t('shell.calls.busyHere')
        : online
          ? undefined
          : offlineReason;
  return (
    <Button
      size={size}
      icon={Phone}
      aria-label={t('shell.calls.callName', { name })}
      disabledReason={why}
      onClick={() => calls.send({ type: 'calls.start', serialNumber })}
    >
      {t('shell.calls.call')}
    </Button>
  );
}
