/** Data of the inspector's lists, from hand-written recordings. */
import { describe, expect, it } from 'vitest';
import { createReplay } from '../../../src/machines/recording/replay.ts';
import { homeMachine } from '../../../src/machines/home/home.machine.ts';
import { chartOf } from '../../../src/ui/chart/chartOf.ts';
import { activeStates, seenPath, usedTransitions } from '../../../src/ui/pages/inspector/chartNow.ts';
import { contextLines, shortValue } from '../../../src/ui/pages/inspector/contextLines.ts';
import {
  binned,
  eventName,
  eventNote,
  hitsOf,
  isFault,
  lastUpTo,
  narrowed,
  neighbour,
  stepAt,
} from '../../../src/ui/pages/inspector/journal.ts';
import { LANE_ROWS, laneName, lanesOf, WORLD } from '../../../src/ui/pages/inspector/lanes.ts';
import { readNotice } from '../../../src/ui/pages/inspector/readNotice.ts';
import { longState, recentActors, shortState, treeKey, treeRows } from '../../../src/ui/pages/inspector/treeRows.ts';
import { longRecording, sampleRecording, TAKEN } from '../../fakes/sampleRecording.ts';

const { steps, actors } = sampleRecording;
const momentAt = (step: number) => createReplay(sampleRecording).momentAt(step);

describe('the list of events', () => {
  it('knows a fault by what failed or what a person was told', () => {
    expect(steps.map(isFault)).toEqual([false, false, false, true, true, false]);
  });

  it('is narrowed by actor, by moves and by faults, and by all of them at once', () => {
    expect(narrowed(steps, { filters: [], actor: 2 })).toBeNull();
    expect(narrowed(steps, { filters: ['actor'], actor: 2 })).toEqual([1, 2, 3, 4, 5]);
    expect(narrowed(steps, { filters: ['moves'], actor: 2 })).toEqual([0, 1, 3, 4, 5]);
    expect(narrowed(steps, { filters: ['faults', 'actor'], actor: 1 })).toEqual([4]);
  });

  it('leads to neighbours among what is listed', () => {
    expect([-1, 0, 3, 5].map((step) => neighbour(null, 6, step, 1))).toEqual([0, 1, 4, 5]);
    expect([-1, 0, 3].map((step) => neighbour(null, 6, step, -1))).toEqual([-1, -1, 2]);
    expect([-1, 1, 2, 4].map((step) => neighbour([1, 4], 6, step, 1))).toEqual([1, 4, 4, 4]);
    expect([0, 1, 2, 4, 5].map((step) => neighbour([1, 4], 6, step, -1))).toEqual([-1, -1, 1, 1, 4]);
    expect([0, 1, 3, 9].map((wanted) => lastUpTo([1, 4], wanted))).toEqual([-1, 0, 0, 1]);
  });

  it('finds the step at a time', () => {
    expect([TAKEN, TAKEN + 100, TAKEN + 899, TAKEN + 99_999].map((at) => stepAt(steps, at))).toEqual([-1, 0, 1, 5]);
  });

  it("finds by type, actor, machine and a field's value, all words at once", () => {
    expect(hitsOf(sampleRecording, 'HOVER')).toEqual([2]);
    expect(hitsOf(sampleRecording, 'w1-2308')).toEqual([2]);
    expect(hitsOf(sampleRecording, 'notices')).toEqual([4]);
    expect(hitsOf(sampleRecording, 'home 40501')).toEqual([3]);
    expect(hitsOf(sampleRecording, 'screen error')).toEqual([3, 4]);
    expect(hitsOf(sampleRecording, '  ')).toEqual([]);
    expect(hitsOf(sampleRecording, 'nothing of it')).toEqual([]);
  });

  it('names events as a person would, with the first short value', () => {
    expect(steps.map((step) => eventName(step, actors))).toEqual([
      'app.pageWanted',
      'init',
      'robot.hover',
      'error loadMaps',
      'notice.show',
      'maps.retry',
    ]);
    expect(eventName({ actor: 1, event: { type: 'xstate.after.duration.notices.shown' } }, actors)).toBe(
      'after duration',
    );
    expect(steps.map(eventNote)).toEqual(['', '', 'W1-2308', '', '', '']);
  });

  it('says how much happened when', () => {
    const bins = binned(steps, 1, 4);
    expect(bins.map(({ count }) => count)).toEqual([3, 2, 0, 1]);
    expect(bins.map(({ fault }) => fault)).toEqual([false, true, false, false]);
    expect(bins.map(({ own }) => own)).toEqual([false, true, false, false]);
    expect(binned([], 0, 2)).toEqual([
      { count: 0, own: false, fault: false },
      { count: 0, own: false, fault: false },
    ]);
  });
});

describe('lifelines', () => {
  it("are the world, then machines in their order; a promise is the world's", () => {
    const { order, laneOf } = lanesOf(sampleRecording, null, 0);
    expect(order).toEqual([WORLD, 0, 1, 2]);
    expect([null, 3, 2].map(laneOf)).toEqual([0, 0, 3]);
    expect(lanesOf(sampleRecording, [5], 0).order).toEqual([WORLD, 2]);
    expect(laneName(sampleRecording, 2)).toBe('screen: home');
  });

  it('are of the rows around those in sight', () => {
    const long = longRecording(LANE_ROWS * 10);
    const late = {
      ...long,
      steps: long.steps.map((step, index) => (index < LANE_ROWS * 9 ? { ...step, actor: 0, from: null } : step)),
    };
    expect(lanesOf(late, null, 0).order).toEqual([WORLD, 0]);
    expect(lanesOf(late, null, LANE_ROWS * 9).order).toEqual([WORLD, 0, 1, 2]);
  });
});

describe('a context in lines', () => {
  const said = ({ '~': kind, length }: { '~': string; length?: number }): string =>
    `‹${kind}${length === undefined ? '' : `, ${length}`}›`;
  const lines = (step: number, actor: number, unfolded: string[] = []) => {
    const [before, now] = [
      momentAt(step - 1).states[actor]?.context ?? null,
      momentAt(step).states[actor]?.context ?? null,
    ];
    const patch = steps[step]?.actor === actor ? (steps[step]?.patch ?? null) : null;
    return contextLines(before, now, patch, new Set(unfolded)).map(
      ({ sign, depth, name, value, open }) =>
        `${sign || ' '}${'  '.repeat(depth)}${name}: ${open ? '' : shortValue(value, said)}`,
    );
  };

  it('shows what the step changed as what it was and what it is', () => {
    expect(lines(2, 2)).toEqual([
      ' query: {}',
      '-hovered: ""',
      '+hovered: "W1-2308"',
      ' failure: null',
      ' maps: ‹array, 4›',
    ]);
    expect(lines(1, 2)).toEqual(['+query: {}', '+hovered: ""', '+failure: null', '+maps: ‹array, 4›']);
    expect(lines(3, 0)).toEqual([' language: "enUS"', ' user: { id: "u1", nickname: ‹string, 8› }']);
  });

  it('goes into what changed further in, and unfolds what is asked for', () => {
    expect(
      contextLines({ a: { b: 1, c: 2 } }, { a: { b: 3, c: 2 } }, { in: { a: { set: { b: 3 } } } }, new Set()).map(
        ({ sign, path }) => `${sign}${path}`,
      ),
    ).toEqual(['a', '-a.b', '+a.b']);
    const list = Array.from({ length: 20 }, (_, i) => i);
    expect(
      contextLines({ a: list }, { a: list.with(3, 9) }, { in: { a: { items: { 3: 9 } } } }, new Set()).map(
        ({ sign, path, value }) => `${sign}${path} ${JSON.stringify(value).slice(0, 2)}`,
      ),
    ).toEqual(['a [0', '-a.3 3', '+a.3 9']);
    expect(lines(3, 0, ['user'])).toEqual([' language: "enUS"', ' user: ', '   id: "u1"', '   nickname: ‹string, 8›']);
    expect(
      contextLines({ gone: 1 }, {}, { gone: ['gone'] }, new Set()).map(({ sign, path }) => `${sign}${path}`),
    ).toEqual(['-gone']);
  });

  it('shortens what is long', () => {
    const robots = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`robot ${index}`, { at: index }]));
    expect(shortValue({ robots }, said).length).toBeLessThanOrEqual(80);
    expect(contextLines({ robots }, { robots }, null, new Set(['robots']))).toHaveLength(102);
  });
});

describe('the chart', () => {
  it('lights the states one stands in, and those around them', () => {
    expect([...activeStates(chartOf(homeMachine), 'failed')]).toEqual(['home', 'home.failed']);
    const nested = {
      root: {
        id: 'm',
        key: 'm',
        states: [
          { id: 'm.a', key: 'a', states: [{ id: 'm.a.x', key: 'x', states: [] }] },
          { id: 'm.b', key: 'b', states: [] },
        ],
      },
    } as never;
    expect([...activeStates(nested, { a: 'x', b: {} })]).toEqual(['m', 'm.a', 'm.a.x', 'm.b']);
    expect(activeStates(chartOf(homeMachine), undefined).size).toBe(0);
  });

  it('knows what was used, and whether tests go there too', () => {
    expect(usedTransitions(steps).has('home:robot.hover:0')).toBe(true);
    const walked = new Set(['home:robot.hover:0', 'home.failed:maps.retry:0', 'notices:notice.show:0']);
    expect(seenPath(steps, 5, walked, 12)).toEqual({ steps: 5, walked: 3, last: 3 });
    expect(seenPath(steps, 2, walked, 1)).toEqual({ steps: 1, walked: 1, last: null });
    expect(seenPath(steps, -1, walked, 12)).toEqual({ steps: 0, walked: 0, last: null });
  });
});

describe('the tree', () => {
  it('has the machines alive then, and leaves promises to the world', () => {
    expect(treeRows(momentAt(1), actors, 0).map(({ number, depth }) => [number, depth])).toEqual([
      [0, 0],
      [1, 1],
      [2, 1],
    ]);
    expect(treeRows(momentAt(-1), actors, 0).map(({ number }) => number)).toEqual([0, 1]);
  });

  it('says where they stand, shortly and in full', () => {
    const app = momentAt(0).states[0]!;
    expect(shortState(momentAt(4).states[1]!)).toBe('counting');
    expect(longState(momentAt(4).states[1]!)).toBe('shown.counting');
    expect(longState(app)).toBe('account.present, page.shown, report.closed');
  });

  it('lights whom something reached in the last second', () => {
    expect([...recentActors(steps, 4)].sort()).toEqual([1, 2]);
    expect([...recentActors(steps, 5)]).toEqual([2]);
    expect(recentActors(steps, -1).size).toBe(0);
  });

  it('follows the keys of a tree', () => {
    const rows = treeRows(momentAt(1), actors, 0);
    expect(
      ['ArrowDown', 'ArrowUp', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'x'].map((key) => treeKey(key, rows, 1)),
    ).toEqual([2, 0, 0, 2, 0, 1, null]);
    expect(treeKey('ArrowRight', rows, 0)).toBe(1);
  });
});

it('what the operator read is the message that stood there then', () => {
  expect(readNotice(sampleRecording, momentAt(3))).toBeNull();
  expect(readNotice(sampleRecording, momentAt(4))?.failure).toEqual({ code: 40501, said: '', words: {} });
  const told = {
    ...momentAt(4),
    states: {
      1: {
        ...momentAt(4).states[1]!,
        context: {
          notice: { tone: 'info', key: 'home.shared', params: { name: { '~': 'string', length: 8 }, count: 2 } },
        },
      },
    },
  };
  expect(readNotice(sampleRecording, told)).toEqual({
    key: 'home.shared',
    params: { name: { '~': 'string', length: 8 }, count: 2 },
    failure: null,
  });
});
