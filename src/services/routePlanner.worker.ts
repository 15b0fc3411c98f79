/** Worker that plans routes. */
import { createPlanningWorker, type PlanRequest } from './planningWorker.ts';

const hear = createPlanningWorker({
  tell: (answer) => postMessage(answer),
  pause: () =>
    new Promise((resolve) => {
      setTimeout(resolve);
    }),
});

addEventListener('message', ({ data }: MessageEvent<PlanRequest>) => void hear(data));
