/** Web worker for chart layout, which takes noticeable time for large charts. */
import { layoutChart } from './layoutChart.ts';
import type { LayoutAnswer, LayoutQuestion } from './layoutInWorker.ts';

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
