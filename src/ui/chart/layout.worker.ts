/** A thread of its own for laying out: a large chart takes long enough to be felt. */
import { layoutChart } from './layoutChart.ts';
import type { LayoutAnswer, LayoutQuestion } from './layoutAside.ts';

self.addEventListener('message', ({ data: { id, chart } }: MessageEvent<LayoutQuestion>) => {
  layoutChart(chart)
    .then(
      (layout): LayoutAnswer => ({ id, layout }),
      (): LayoutAnswer => ({ id, layout: null }),
    )
    .then(
      (answer) => self.postMessage(answer),
      () => undefined,
    );
});
