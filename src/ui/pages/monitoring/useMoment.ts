/** The moment that the page shows, for what is drawn outside React; and the robots that can be drawn. */
import { useEffect, useMemo, useRef } from 'react';
import type { RobotKind } from '../../../../contract/entities/constants.ts';
import type { LaneOfRobot } from '../../../../contract/entities/monitoring.ts';
import type { PastReader } from '../../../machines/live.ts';
import {
  momentAt,
  type MonitoringRef,
  selectIsPlaying,
  selectMonitoring,
} from '../../../machines/monitoring/monitoring.selectors.ts';
import { pastScene } from '../../canvas/pastScene.ts';
import type { MapScene } from '../../canvas/scene.ts';
import { usePast } from '../../canvas/usePast.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useAge } from '../../labels/useAge.ts';

const PAST_KEY = 'monitoring';
export const useMonitoringPast = (): PastReader => usePast(PAST_KEY);

export function usePastScene(
  screen: MonitoringRef,
  mapId: string,
  lanes: readonly LaneOfRobot[],
  solo: string,
): MapScene {
  const live = useLive();
  const past = useMonitoringPast();
  const age = useAge();
  const source = useRef({
    robots: new Map<string, { name: string; kind: RobotKind }>(),
    age,
    listeners: new Set<() => void>(),
  });
  useEffect(() => {
    const shown = lanes.filter(({ serialNumber }) => solo === '' || serialNumber === solo);
    source.current.robots = new Map(shown.map(({ serialNumber, name, kind }) => [serialNumber, { name, kind }]));
    source.current.age = age;
    for (const listener of source.current.listeners) listener();
  }, [lanes, solo, age]);
  return useMemo(() => {
    const isPlaying = (): boolean => selectIsPlaying(screen.getSnapshot());
    return pastScene(mapId, past, {
      moment() {
        const context = selectMonitoring(screen.getSnapshot());
        if (context.at === null) return null;
        // Playing waits for tracks, and so does the map.
        return isPlaying() && past.isLoaded(context.at) ? momentAt(context, live.now()) : context.at;
      },
      isPlaying,
      robots: () => source.current.robots,
      ageText: (ms) => source.current.age(ms),
      subscribe(changed) {
        const { listeners } = source.current;
        listeners.add(changed);
        const subscription = screen.subscribe(changed);
        return () => {
          listeners.delete(changed);
          subscription.unsubscribe();
        };
      },
    });
  }, [screen, mapId, past, live]);
}
