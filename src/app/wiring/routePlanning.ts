/** The route planner of a page: paths between stops, worked out in a worker. */
import { createRoutePlanner, type RoutePlanner } from '../../services/routePlanner.ts';
import type { Services } from '../services.ts';

export const routePlanning = ({ present, world: { log } }: Services): RoutePlanner =>
  createRoutePlanner({
    start: () =>
      typeof Worker === 'undefined'
        ? null
        : new Worker(new URL('../../services/routePlanner.worker.ts', import.meta.url), { type: 'module' }),
    // The ROS format includes the meaning of the grey values.
    fetchMap: ({ id }, options) => present().api.mapFiles.exportMap({ mapId: id, format: 'ros' }, options),
    log,
  });
