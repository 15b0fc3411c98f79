// @vitest-environment node
/** Charts are readable: nothing overlaps, and the layout of a machine is deterministic. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadMachines } from '../../../src/machines/all.ts';
import type { ChartLayout, PlacedArrow, Rectangle } from '../../../src/ui/chart/chartLayout.ts';
import { chartOf, statesOf, type Chart } from '../../../src/ui/chart/chartOf.ts';
import { layoutChart } from '../../../src/ui/chart/layoutChart.ts';
import { everyKind, regions } from './machines.ts';

interface Drawn {
  readonly chart: Chart;
  readonly layout: ChartLayout;
}
let drawn: Drawn[];
beforeAll(async () => {
  const machines = [everyKind, regions, ...Object.values(await loadMachines())];
  drawn = await Promise.all(
    machines.map(async (machine) => ({ chart: chartOf(machine), layout: await layoutChart(chartOf(machine)) })),
  );
}, 120_000);

/** Prefixes each finding with the machine's name. */
const findings = (find: (drawn: Drawn) => string[]): string[] =>
  drawn.flatMap((each) => find(each).map((words) => `${each.chart.machine}: ${words}`));
const overlap = (one: Rectangle, other: Rectangle): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
const holds = (outer: Rectangle, inner: Rectangle): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;
const pairs = <Item>(items: readonly Item[]): [Item, Item][] =>
  items.flatMap((one, index) => items.slice(index + 1).map((other): [Item, Item] => [one, other]));
const labelsOf = ({ layout }: Drawn) =>
  layout.arrows.flatMap(({ label, transitions }) => (label ? [{ ...label, name: transitions.join() }] : []));
const nameOf = ({ transitions }: PlacedArrow): string => transitions.join();

describe('every chart', () => {
  it('has each state once, and each transition as an arrow or as a line', () => {
    expect(
      findings(({ chart, layout }) => {
        const placed = layout.states.map(({ id }) => id);
        const told = [
          ...layout.states.flatMap(({ text }) => text.transitions),
          ...layout.arrows.flatMap(({ label }) => label?.text.transitions ?? []),
        ].map(({ transition }) => transition);
        const starts = layout.arrows.filter(({ start }) => start).flatMap(({ transitions }) => transitions);
        return [
          ...statesOf(chart)
            .map(({ id }) => id)
            .filter((id) => placed.filter((each) => each === id).length !== 1),
          ...chart.transitions
            .map(({ id }) => id)
            .filter((id) => [...told, ...starts].filter((each) => each === id).length !== 1),
        ];
      }),
    ).toEqual([]);
  });

  it('keeps states inside their parents', () => {
    expect(
      findings(({ layout }) =>
        layout.states
          .filter(({ parent, ...state }) => {
            const outer = layout.states.find(({ id }) => id === parent) ?? {
              x: 0,
              y: 0,
              width: layout.width,
              height: layout.height,
            };
            return !holds(outer, state);
          })
          .map(({ id }) => id),
      ),
    ).toEqual([]);
  });

  it('keeps states beside each other apart', () => {
    expect(
      findings(({ layout }) =>
        pairs(layout.states)
          .filter(([one, other]) => one.parent === other.parent && overlap(one, other))
          .map(([one, other]) => `${one.id} ${other.id}`),
      ),
    ).toEqual([]);
  });

  it('keeps the words of a state inside it, and above what it holds', () => {
    expect(
      findings(({ layout }) =>
        layout.states
          .filter((state) => {
            const words = {
              x: state.x + state.textAt.x,
              y: state.y + state.textAt.y,
              width: state.text.width,
              height: state.text.height,
            };
            return (
              words.width > 0 &&
              (!holds(state, words) ||
                layout.states.some((child) => child.parent === state.id && overlap(child, words)))
            );
          })
          .map(({ id }) => id),
      ),
    ).toEqual([]);
  });

  it('keeps labels off leaves and names, and off each other', () => {
    expect(
      findings((each) => {
        const leaves = each.layout.states.filter(({ id }) => !each.layout.states.some(({ parent }) => parent === id));
        const labels = labelsOf(each);
        return [
          ...labels.flatMap((label) =>
            leaves.filter((leaf) => overlap(leaf, label)).map(({ id }) => `${label.name} on ${id}`),
          ),
          ...pairs(labels)
            .filter(([one, other]) => overlap(one, other))
            .map(([one, other]) => `${one.name} on ${other.name}`),
        ];
      }),
    ).toEqual([]);
  });

  it('keeps labels as large as their words', () => {
    expect(
      findings((each) =>
        labelsOf(each)
          .filter(({ width, height, text }) => text.width > width || text.height > height)
          .map(({ name }) => name),
      ),
    ).toEqual([]);
  });

  it('ends each arrow at the border of its target, and begins it at its source', () => {
    const touches = ({ x, y, width, height }: Rectangle, [px, py]: readonly [number, number]): boolean =>
      holds(
        { x: x - 0.6, y: y - 0.6, width: width + 1.2, height: height + 1.2 },
        { x: px, y: py, width: 0, height: 0 },
      ) &&
      (Math.abs(px - x) < 1 || Math.abs(px - x - width) < 1 || Math.abs(py - y) < 1 || Math.abs(py - y - height) < 1);
    expect(
      findings(({ chart, layout }) =>
        layout.arrows
          .filter((arrow) => {
            const transition = chart.transitions.find(({ id }) => id === arrow.transitions[0]);
            const place = (id: string | undefined) => layout.states.find((state) => state.id === id);
            const source = place(transition?.source);
            const [first] = arrow.points;
            const last = arrow.points.at(-1);
            if (source === undefined || first === undefined || last === undefined) return true;
            const begins = arrow.start
              ? layout.dots.some(([x, y]) => Math.hypot(first[0] - x, first[1] - y) < 6)
              : touches(source, first) || (source.rule !== null && Math.abs(first[1] - source.y - source.rule) < 1);
            return !begins || !(transition?.targets ?? []).some((target) => touches(place(target) ?? source, last));
          })
          .map(nameOf),
      ),
    ).toEqual([]);
  });

  it('has right angles only', () => {
    expect(
      findings(({ layout }) =>
        layout.arrows
          .filter(({ points }) =>
            points.some(([x, y], index) => {
              const next = points[index + 1];
              return next !== undefined && Math.abs(next[0] - x) > 0.01 && Math.abs(next[1] - y) > 0.01;
            }),
          )
          .map(nameOf),
      ),
    ).toEqual([]);
  });
});

describe('a layout', () => {
  it('is the same each time, and plain data', async () => {
    for (const { chart, layout } of drawn.slice(0, 4))
      expect(JSON.parse(JSON.stringify(await layoutChart(chart)))).toEqual(layout);
  }, 60_000);

  it('draws what goes the same way as one arrow with all its words', async () => {
    const { layout } = drawn[0] as Drawn;
    const both = layout.arrows.find(({ transitions }) => transitions.includes('every.idle:go:1'));
    expect(both?.transitions).toEqual(['every.idle:go:1', 'every.idle:xstate.after.pause.every.idle:0']);
    expect(both?.label?.text.transitions.map(({ lines }) => lines.map(({ text }) => text).join(' '))).toEqual([
      'go',
      'after pause',
    ]);
  });

  it('packs regions that know nothing of each other in about the shape of a card', () => {
    const { layout } = drawn[1] as Drawn;
    expect(layout.width / layout.height).toBeGreaterThan(1);
    expect(layout.width / layout.height).toBeLessThan(2.5);
    expect(layout.states.filter(({ region }) => region).map(({ id }) => id)).toEqual(
      ['one', 'two', 'three', 'four', 'five'].map((key) => `regions.${key}`),
    );
  });
});
