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
  readonly wide?: boolean;
}

/** What keeps the user from calling a robot, and whether there is a call with this very robot. */
export function useCallObstacle({
  serialNumber,
  takesCalls,
  online,
  offlineReason,
}: Pick<CallButtonProps, 'serialNumber' | 'online' | 'offlineReason'> & {
  readonly takesCalls: boolean;
}) {
  const t = useT();
  const calls = useCalls();
  const state = useSelector(calls, selectOwnState);
  const called = useSelector(calls, selectCalledRobot);
  const mayCall = useHasRight('operate')(serialNumber);
  const isBusy = state === 'starting' || state === 'answering' || state === 'inCall' || state === 'ending';
  const obstacle = !takesCalls
    ? t('shell.calls.cannot')
    : !mayCall
      ? t('shell.calls.forbidden')
      : isBusy
        ? t('shell.calls.busyHere')
        : online
          ? undefined
          : offlineReason;
  return { isOwnCall: isBusy && called === serialNumber, obstacle };
}

export function CallButton({ name, size = 's', wide = false, ...robot }: CallButtonProps) {
  const t = useT();
  const { navigation } = useApp();
  const calls = useCalls();
  const { isOwnCall, obstacle } = useCallObstacle({ ...robot, takesCalls: robot.actions.includes('calls') });
  const { serialNumber } = robot;
  if (!calls) return null;
  if (isOwnCall)
    return (
      <Button
        size={size}
        wide={wide}
        icon={Phone}
        onClick={() => navigation.send({ type: 'navigation.go', to: callPath(serialNumber) })}
      >
        {t('shell.calls.back')}
      </Button>
    );
  return (
    <Button
      size={size}
      wide={wide}
      icon={Phone}
      aria-label={t('shell.calls.callName', { name })}
      disabledReason={obstacle}
      onClick={() => calls.send({ type: 'calls.start', serialNumber })}
    >
      {t('shell.calls.call')}
    </Button>
  );
}
