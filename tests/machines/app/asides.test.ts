/**
 * Overlays over any page: loaded when first opened, closed by themselves, and dry run toggled by its shortcut as well.
 */
import { describe, expect, it } from 'vitest';
import { settle } from '../../fakes/settle.ts';
import { startRoot } from '../../fakes/startRoot.ts';

describe.each(['report', 'peek'] as const)('%s', (aside) => {
  const want = { type: `app.${aside}Wanted` } as const;

  it('is loaded when it is wanted, goes by itself, and comes again', async () => {
    const { root, asides } = startRoot();
    expect(asides.loads).toEqual([]);
    for (const times of [1, 2]) {
      root.send(want);
      await settle();
      expect([asides.loads.length, asides.there.has(aside)]).toEqual([times, true]);
      asides.end(aside);
      expect(asides.there.has(aside)).toBe(false);
    }
  });

  it('that cannot be loaded is told, and may be wanted again', async () => {
    const { root, asides, toldTo } = startRoot();
    asides.fails = true;
    root.send(want);
    await settle();
    expect(toldTo('notices')).toMatchObject([{ type: 'notice.show', notice: { tone: 'error' } }]);
    asides.fails = false;
    root.send(want);
    await settle();
    expect([asides.loads, [...asides.there]]).toEqual([[aside, aside], [aside]]);
  });
});

it('wanted once more, peek goes and a report stays', async () => {
  const { root, asides } = startRoot();
  for (let times = 0; times < 2; times += 1) {
    root.send({ type: 'app.peekWanted' });
    root.send({ type: 'app.reportWanted' });
    await settle();
  }
  expect([...asides.there]).toEqual(['report']);
});

it('a mistake of ours offers the report, unless one is being written', async () => {
  const { root, toldTo } = startRoot();
  root.send({ type: 'app.mistaken' });
  expect(toldTo('notices')).toMatchObject([{ type: 'notice.show', notice: { way: { to: 'report' } } }]);
  root.send({ type: 'app.reportWanted' });
  await settle();
  root.send({ type: 'app.mistaken' });
  expect(toldTo('notices')).toHaveLength(1);
});
