/** The planner of routes as the screens share it: `planner(services).plan(...)` in an actor of theirs. */
import { createRoutePlanner, type RoutePlanner } from '../../services/routePlanner.ts';
import type { Services } from '../services.ts';

export const planner = ({ present, world: { log } }: Services): RoutePlanner =>
  createRoutePlanner({
    start: () =>
      typeof Worker === 'undefined'
        ? null
        : new Worker(new URL('../../services/routePlanner.worker.ts', import.meta.url), { type: 'module' }),
    // As ROS files it comes with what its greys mean.
    fetchMap: ({ id }, options) => present().api.mapFiles.exportMap({ mapId: id, format: 'ros' }, options),
    log,
  });
