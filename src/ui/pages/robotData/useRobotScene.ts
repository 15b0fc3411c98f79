/** The floor as this page shows it: every robot on it, but the way gone and the way ahead of this one alone. */
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
