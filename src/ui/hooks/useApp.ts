/**
 * The long-lived actors, typed: `const { navigation, notices } = useApp()`.
 *
 *   read:  const path = useSelector(useApp().navigation, selectPath);      // selectors stand beside each machine
 *   wish:  useApp().preferences.send({ type: 'sidebar.toggle' });          // events: src/machines/app/messages.ts
 *
 * `fleet` and `connection` live only while somebody is signed in: `useFleet()` and `useConnection()` are for what is
 * drawn inside the shell. A page gets its own machine as the prop `screen`.
 */
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { selectChildren } from '../../machines/app/app.selectors.ts';
import type { connectionMachine } from '../../machines/connection/connection.machine.ts';
import type { fleetMachine } from '../../machines/fleet/fleet.machine.ts';
import type { frameMachine } from '../../machines/frame/frame.machine.ts';
import type { navigationMachine } from '../../machines/navigation/navigation.machine.ts';
import type { noticesMachine } from '../../machines/notices/notices.machine.ts';
import type { pendingStopsMachine } from '../../machines/pendingStops/pendingStops.machine.ts';
import type { preferencesMachine } from '../../machines/preferences/preferences.machine.ts';
import type { sessionMachine } from '../../machines/session/session.machine.ts';
import { useParts } from './AppContext.ts';

export interface App {
  root: ReturnType<typeof useParts>['root'];
  session: ActorRefFrom<typeof sessionMachine>;
  navigation: ActorRefFrom<typeof navigationMachine>;
  notices: ActorRefFrom<typeof noticesMachine>;
  preferences: ActorRefFrom<typeof preferencesMachine>;
  frame: ActorRefFrom<typeof frameMachine>;
}

export function useApp(): App {
  const { root } = useParts();
  return {
    root,
    session: root.system.get('session') as App['session'],
    navigation: root.system.get('navigation') as App['navigation'],
    notices: root.system.get('notices') as App['notices'],
    preferences: root.system.get('preferences') as App['preferences'],
    frame: root.system.get('frame') as App['frame'],
  };
}

const there = <Ref>(ref: Ref | undefined, name: string): Ref => {
  if (!ref) throw new Error(`${name} lives only while somebody is signed in`);
  return ref;
};
/** Undefined in a recording from before Stops were kept. */
export const usePendingStops = (): ActorRefFrom<typeof pendingStopsMachine> | undefined =>
  useParts().root.system.get('pendingStops') as ActorRefFrom<typeof pendingStopsMachine> | undefined;
export type Fleet = ActorRefFrom<typeof fleetMachine>;
export type Connection = ActorRefFrom<typeof connectionMachine>;
export const useFleet = (): Fleet =>
  there(useSelector(useParts().root, selectChildren)['fleet'] as Fleet | undefined, 'fleet');
export const useConnection = (): Connection =>
  there(useSelector(useParts().root, selectChildren)['connection'] as Connection | undefined, 'connection');
