/**
 * The long-lived actors, typed: `const { navigation, notices } = useApp()`.
 *
 *   read:  const path = useSelector(useApp().navigation, selectPath);      // selectors are next to each machine
 *   send:  useApp().preferences.send({ type: 'sidebar.toggle' });          // events: src/machines/app/events.ts
 *
 * `fleet` and `connection` exist only while a user is signed in: `useFleet()` and `useConnection()` are for components
 * inside the shell. A page gets its own machine as the prop `screen`.
 */
import { useSelector } from '@xstate/react';
import { selectChildren } from '../../machines/app/app.selectors.ts';
import type { AlarmsRef } from '../../machines/alarms/alarms.selectors.ts';
import type { CallsRef } from '../../machines/calls/calls.selectors.ts';
import type { ConnectionRef } from '../../machines/connection/connection.selectors.ts';
import type { FleetRef } from '../../machines/fleet/fleet.selectors.ts';
import type { FrameRef } from '../../machines/frame/frame.selectors.ts';
import type { NavigationRef } from '../../machines/navigation/navigation.selectors.ts';
import type { NoticesRef } from '../../machines/notices/notices.selectors.ts';
import type { PendingStopsRef } from '../../machines/pendingStops/pendingStops.selectors.ts';
import type { PreferencesRef } from '../../machines/preferences/preferences.selectors.ts';
import type { SessionRef } from '../../machines/session/session.selectors.ts';
import { useParts } from './AppContext.ts';

export interface App {
  root: ReturnType<typeof useParts>['root'];
  session: SessionRef;
  navigation: NavigationRef;
  notices: NoticesRef;
  preferences: PreferencesRef;
  frame: FrameRef;
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
  if (!ref) throw new Error(`${name} exists only while a user is signed in`);
  return ref;
};
/** Undefined in recordings made before pending stops were recorded. */
export const usePendingStops = (): PendingStopsRef | undefined =>
  useParts().root.system.get('pendingStops') as PendingStopsRef | undefined;
/** Undefined while nobody is signed in, and in recordings made before alarms were recorded. */
export const useAlarms = (): AlarmsRef | undefined =>
  useSelector(useParts().root, selectChildren)['alarms'] as AlarmsRef | undefined;
/** Undefined while nobody is signed in, and in recordings made before calls were recorded. */
export const useCalls = (): CallsRef | undefined =>
  useSelector(useParts().root, selectChildren)['calls'] as CallsRef | undefined;
export const useFleet = (): FleetRef =>
  there(useSelector(useParts().root, selectChildren)['fleet'] as FleetRef | undefined, 'fleet');
export const useConnection = (): ConnectionRef =>
  there(useSelector(useParts().root, selectChildren)['connection'] as ConnectionRef | undefined, 'connection');
