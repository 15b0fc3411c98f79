/** Map scene of this page: all robots on the floor, but trail and planned path of this robot only. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import type { MapScene } from '../../canvas/scene.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useFleetScene } from '../../canvas/useFleetScene.ts';

const NO_WAY: readonly never[] = [];

export function useRobotScene(mapId: string, serialNumber: string, trails: boolean): MapScene {
  const robots = useSelector(useFleet(), selectRobots);
  const scene = useFleetScene(mapId, robots, trails, true);
  return useMemo(
    () => ({
      ...scene,
      trail: (id) => (id === serialNumber ? scene.trail(id) : NO_WAY),
      path: (id) => (id === serialNumber ? scene.path(id) : NO_WAY),
    }),
    [scene, serialNumber],
  );
}
