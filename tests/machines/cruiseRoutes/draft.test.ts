/** Any sequence of edits to a route: undo restores the first draft, redo the last. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changing,
  historyOf,
  inserting,
  kept,
  moving,
  NO_ROUTE,
  redone,
  removing,
  undone,
  type RouteDraft,
} from '../../../src/machines/cruiseRoutes/draft.ts';

const stopOf = (key: number) => ({ key, areaId: `p${key % 4}`, stayTime: key % 3, speech: '', angle: null });
const FIRST: RouteDraft = { ...NO_ROUTE, pathName: 'Round', stops: [0, 1, 2].map(stopOf) };
type Edit = (draft: RouteDraft, n: number) => RouteDraft;
const at = (draft: RouteDraft, n: number): number => draft.stops[n % Math.max(1, draft.stops.length)]?.key ?? -1;
const EDITS: readonly Edit[] = [
  (draft, n) => inserting(draft, n % (draft.stops.length + 1), stopOf(100 + n)),
  (draft, n) => removing(draft, at(draft, n)),
  (draft, n) => moving(draft, at(draft, n), n % 7),
  (draft, n) => changing(draft, at(draft, n), { stayTime: n }),
  (draft, n) => ({ ...draft, pathName: `Round ${n % 3}` }),
];

describe('any row of edits', () => {
  it('undone gives the first draft byte by byte, redone the last', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(EDITS.length - 1), fc.nat(50), fc.option(fc.constantFrom('x', 'y'))), {
          maxLength: 40,
        }),
        (edits) => {
          let history = historyOf(FIRST);
          for (const [which, n, mark] of edits) history = kept(history, EDITS[which]!(history.draft, n), mark);
          const last = JSON.stringify(history.draft);
          const steps = history.past.length;
          for (let step = 0; step < steps; step += 1) history = undone(history);
          expect(JSON.stringify(history.draft)).toBe(JSON.stringify(FIRST));
          for (let step = 0; step < steps; step += 1) history = redone(history);
          expect(JSON.stringify(history.draft)).toBe(last);
        },
      ),
    );
  });
});
