/** Worker that plans routes. */
import { createRouteDesk, type ToDesk } from './routeDesk.ts';

const hear = createRouteDesk({
  tell: (answer) => postMessage(answer),
  pause: () =>
    new Promise((resolve) => {
      setTimeout(resolve);
    }),
});

addEventListener('message', ({ data }: MessageEvent<ToDesk>) => void hear(data));
