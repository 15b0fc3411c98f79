/** The scene of one floor for the canvas. Robot updates reach it outside React: no pose renders a component. */
import { useEffect, useMemo, useRef } from 'react';
import type { Robot } from '../../../contract/entities/robot.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLinks } from '../shell/useLinks.ts';
import { useCaseNames } from '../alarms/useCaseNames.ts';
import { useAge } from '../labels/useAge.ts';
import type { MapScene } from './scene.ts';
import { fleetScene } from './fleetScene.ts';

export function useFleetScene(mapId: string, rows: readonly Robot[], trails: boolean, paths: boolean): MapScene {
  const live = useLive();
  const { lost } = useLinks();
  const age = useAge();
  const alarms = useCaseNames();
  const source = useRef({ robots: new Map<string, Robot>(), lost, age, alarms, listeners: new Set<() => void>() });
  useEffect(() => {
    const { listeners } = source.current;
    source.current = {
      robots: new Map(rows.map((robot) => [robot.serialNumber, robot])),
      lost,
      age,
      alarms,
      listeners,
    };
    for (const listener of listeners) listener();
  }, [rows, lost, age, alarms]);
  return useMemo(
    () =>
      fleetScene(mapId, live, {
        robots: () => source.current.robots,
        lost: () => source.current.lost,
        alarms: () => source.current.alarms,
        ageText: (ms) => source.current.age(ms),
        subscribe: (changed) => {
          source.current.listeners.add(changed);
          return () => source.current.listeners.delete(changed);
        },
        trails,
        paths,
      }),
    [mapId, live, trails, paths],
  );
}
