/** Why the user cannot act on a case now: the browser or the robot is offline, or the user may not. */
import { useSelector } from '@xstate/react';
import { selectHasNetwork } from '../../../machines/connection/connection.selectors.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { useMayAct } from '../../alarms/useMayAct.ts';
import { useConnection, useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';

export const useIsOffline = (): boolean => !useSelector(useConnection(), selectHasNetwork);

/**
 * A silent feed is no reason: calls can still arrive without it, and an alarm must not wait for it.
 * @returns undefined if nothing prevents an act
 */
export function useRefusal(serialNumber: string): string | undefined {
  const t = useT();
  const isOffline = useIsOffline();
  const mayAct = useMayAct(serialNumber);
  return isOffline ? t('alarmCase.why.offline') : mayAct ? undefined : t('shell.alarms.viewer');
}

/** @returns why there is no live picture of the robot; undefined if there may be one. Opening its page needs no network. */
export function useLookRefusal(serialNumber: string): string | undefined {
  const t = useT();
  const robot = useSelector(useFleet(), selectRobots).find((one) => one.serialNumber === serialNumber);
  return robot && robot.live.connection !== 'online'
    ? t('alarmCase.why.robotOffline', { name: robot.robotNickName })
    : undefined;
}
