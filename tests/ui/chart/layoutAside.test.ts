// @vitest-environment node
/**
 * Charts are laid out in one worker. A failed layout is reported, and a crashed worker is replaced at the next request.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chartOf } from '../../../src/ui/chart/chartOf.ts';
import type { LayoutAnswer, LayoutQuestion, layoutAside } from '../../../src/ui/chart/layoutInWorker.ts';
import { everyKind, regions } from './machines.ts';

class FakeWorker extends EventTarget {
  readonly asked: LayoutQuestion[] = [];
  isStopped = false;
  constructor() {
    super();
    made.push(this);
  }
  postMessage(question: LayoutQuestion): void {
    this.asked.push(structuredClone(question));
  }
  terminate(): void {
    this.isStopped = true;
  }
  answer(answer: LayoutAnswer): void {
    this.dispatchEvent(new MessageEvent('message', { data: answer }));
  }
}
let made: FakeWorker[];
let layout: typeof layoutAside;
const empty = { width: 1, height: 1, states: [], arrows: [], dots: [] };

beforeEach(async () => {
  made = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.resetModules();
  ({ layoutAside: layout } = await import('../../../src/ui/chart/layoutInWorker.ts'));
});
afterEach(() => vi.unstubAllGlobals());

it('asks one worker, and takes each answer for the question it belongs to', async () => {
  const [first, second] = [layout(chartOf(everyKind)), layout(chartOf(regions))];
  expect(made).toHaveLength(1);
  const [one, other] = made[0]?.asked ?? [];
  expect([one?.chart.machine, other?.chart.machine]).toEqual(['every', 'regions']);
  made[0]?.answer({ id: other?.id ?? 0, layout: { ...empty, width: 2 } });
  made[0]?.answer({ id: one?.id ?? 0, layout: empty });
  expect([(await first).width, (await second).width]).toEqual([1, 2]);
});

it('says what could not be laid out', async () => {
  const asked = layout(chartOf(everyKind));
  made[0]?.answer({ id: made[0].asked[0]?.id ?? 0, layout: null });
  await expect(asked).rejects.toThrow('could not be laid out');
});

it('gives up a worker that broke, and starts another', async () => {
  const asked = layout(chartOf(everyKind));
  made[0]?.dispatchEvent(new Event('error'));
  await expect(asked).rejects.toThrow('could not be laid out');
  expect(made[0]?.isStopped).toBe(true);
  const again = layout(chartOf(everyKind));
  expect(made).toHaveLength(2);
  made[1]?.answer({ id: made[1].asked[0]?.id ?? 0, layout: empty });
  expect(await again).toEqual(empty);
});

it('lays out here where there are no workers', async () => {
  vi.stubGlobal('Worker', undefined);
  expect((await layout(chartOf(regions))).states.map(({ id }) => id)).toContain('regions.five.off');
});
