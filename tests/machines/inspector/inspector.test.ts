import { describe, expect, it } from 'vitest';
import { reportOf, shownOf, startInspector, TAB } from '../../fakes/inspected.ts';
import { settle } from '../../fakes/settle.ts';

async function opened(length = 10) {
  const inspector = startInspector();
  inspector.world.opens = shownOf({ length });
  inspector.openFile();
  await settle();
  return inspector;
}

describe('in a capsule', () => {
  it('one stands at its end, with the actor it names', async () => {
    const { context } = await opened();
    expect(context()).toMatchObject({ step: 9, actor: 0, pane: 'chart', overlay: 'none' });
  });

  it('steps stay within it, the beginning included', async () => {
    const { actor, context } = await opened();
    actor.send({ type: 'step.go', step: 99 });
    expect(context().step).toBe(9);
    actor.send({ type: 'step.go', step: -7 });
    expect(context().step).toBe(-1);
    actor.send({ type: 'step.go', step: 4 });
    expect(context().step).toBe(4);
  });

  it('plays from the beginning when it stands at the end, at the speed chosen, and stops there', async () => {
    const { actor, context, clock, is } = await opened(3);
    actor.send({ type: 'speed.choose', speed: 20 });
    actor.send({ type: 'play.toggle' });
    expect(context().step).toBe(-1);
    for (let step = 0; step < 3; step += 1) {
      clock.increment(49);
      expect(context().step).toBe(step - 1);
      clock.increment(1);
      expect(context().step).toBe(step);
    }
    expect(is('playing')).toBe(false);
    clock.increment(1_000);
    expect(context().step).toBe(2);
  });

  it('keeps filters and unfolded fields as toggles; another actor has others unfolded', async () => {
    const { actor, context } = await opened();
    actor.send({ type: 'filter.toggle', filter: 'faults' });
    actor.send({ type: 'filter.toggle', filter: 'actor' });
    actor.send({ type: 'filter.toggle', filter: 'faults' });
    expect(context().filters).toEqual(['actor']);
    actor.send({ type: 'field.toggle', path: 'robots' });
    expect(context().unfolded).toEqual(['robots']);
    actor.send({ type: 'actor.choose', actor: 5 });
    expect(context()).toMatchObject({ actor: 5, unfolded: [] });
  });

  it('what was copied as a test is asked for only with a capsule open', async () => {
    const { actor, is } = await opened();
    actor.send({ type: 'copy.open' });
    expect(is('copying')).toBe(true);
    actor.send({ type: 'capsule.close' });
    expect(is('copying')).toBe(false);
    actor.send({ type: 'copy.open' });
    expect(is('copying')).toBe(false);
  });

  it('leaves nothing on the shelf at its end', async () => {
    const { root, world } = await opened();
    root.stop();
    expect(world.shelfLeft).toBe(true);
  });
});

describe('a live tab', () => {
  it('who looks at an earlier step goes on looking at it while it grows, and while the oldest go', async () => {
    const { actor, context, tab } = startInspector();
    actor.send({ type: 'tab.follow', tab: TAB });
    tab({ type: 'tab.answered', shown: shownOf({ from: 'tab', length: 20 }) });
    actor.send({ type: 'step.go', step: 8 });
    tab({ type: 'tab.grew', length: 30, dropped: 0 });
    expect(context()).toMatchObject({ step: 8, shown: { length: 30 } });
    tab({ type: 'tab.grew', length: 25, dropped: 5 });
    expect(context().step).toBe(3);
    tab({ type: 'tab.grew', length: 20, dropped: 10 });
    expect(context().step).toBe(-1);
  });

  it('following another leaves the one before', () => {
    const { actor, world } = startInspector();
    actor.send({ type: 'tab.follow', tab: TAB });
    actor.send({ type: 'tab.follow', tab: { ...TAB, id: 'tab-2' } });
    expect(world.follows).toEqual(['tab-1', 'tab-2']);
    expect(world.left).toEqual(['tab-1']);
  });

  it('that is no longer among the open ones is gone', () => {
    const { actor, world, is, context, tab } = startInspector();
    actor.send({ type: 'tab.follow', tab: TAB });
    tab({ type: 'tab.answered', shown: shownOf({ from: 'tab' }) });
    actor.send({ type: 'tabs.seen', tabs: [TAB, { ...TAB, id: 'tab-2' }] });
    expect(is('following')).toBe(true);
    actor.send({ type: 'tabs.seen', tabs: [{ ...TAB, id: 'tab-2' }] });
    expect(is('following')).toBe(false);
    expect(world.left).toEqual(['tab-1']);
    expect(context()).toMatchObject({ shown: { from: 'tab' }, tabs: [{ id: 'tab-2' }] });
  });

  it('an unwelcome answer after giving up changes nothing', () => {
    const { actor, context, tab } = startInspector();
    actor.send({ type: 'tab.follow', tab: TAB });
    actor.send({ type: 'capsule.close' });
    tab({ type: 'tab.answered', shown: shownOf() });
    expect(context().shown).toBeNull();
  });
});

describe('the address', () => {
  it('names the report that is open, and no file', async () => {
    const { actor, told, openFile } = startInspector({ admin: true });
    actor.send({ type: 'capsule.open', wanted: { from: 'report', reportId: 'r7', name: 'It stopped' } });
    await settle();
    openFile();
    await settle();
    actor.send({ type: 'capsule.open', wanted: { from: 'report', reportId: 'r8', name: 'Again' } });
    await settle();
    actor.send({ type: 'capsule.close' });
    expect(told).toEqual(['r7', '', 'r8', ''].map((report) => ({ type: 'navigation.query', query: { report } })));
  });

  it('opens the report that it names, for whoever may read it, and once', async () => {
    const { actor, world, context } = startInspector({ admin: true, query: { report: 'r7' } });
    await settle();
    expect(world.wanted).toEqual([{ from: 'report', reportId: 'r7', name: '' }]);
    expect(context().shown).not.toBeNull();
    actor.send({ type: 'capsule.close' });
    actor.send({ type: 'access.seen', admin: true });
    await settle();
    expect(world.wanted).toHaveLength(1);
    const visitor = startInspector({ query: { report: 'r7' } });
    await settle();
    expect(visitor.world.wanted).toEqual([]);
  });
});

describe('reports', () => {
  const child = (inspector: ReturnType<typeof startInspector>) =>
    inspector.actor.getSnapshot().children['reports'] as unknown as {
      send(event: object): void;
      getSnapshot(): {
        context: { page: number; failure: { code: number } | null; rows: unknown[] };
        children: Record<string, { send(event: object): void } | undefined>;
        matches(state: string): boolean;
      };
    };

  it('are there for account administrators only, and go with them', async () => {
    expect(startInspector().actor.getSnapshot().children['reports']).toBeUndefined();
    const inspector = startInspector({ admin: true });
    await settle();
    expect(child(inspector).getSnapshot().context.rows).toEqual([reportOf()]);
    inspector.actor.send({ type: 'access.seen', admin: false });
    expect(inspector.actor.getSnapshot().children['reports']).toBeUndefined();
  });

  it('a search asks once typing rests, from the first page on', async () => {
    const inspector = startInspector({ admin: true });
    await settle();
    child(inspector).send({ type: 'reports.turn', page: 3 });
    await settle();
    child(inspector).send({ type: 'reports.search', text: 'sto' });
    child(inspector).send({ type: 'reports.search', text: 'stopped' });
    inspector.clock.increment(300);
    await settle();
    expect(inspector.world.asked.map(({ page, text }) => ({ page, text }))).toEqual([
      { page: 1, text: '' },
      { page: 3, text: '' },
      { page: 1, text: 'stopped' },
    ]);
  });

  it('deletes after a question, and only then; a page that is gone gives way to the first', async () => {
    const inspector = startInspector({ admin: true });
    await settle();
    child(inspector).send({ type: 'report.remove', report: reportOf() });
    child(inspector).getSnapshot().children['confirm']?.send({ type: 'confirm.cancel' });
    await settle();
    expect(inspector.world.removed).toEqual([]);
    child(inspector).send({ type: 'reports.turn', page: 2 });
    await settle();
    child(inspector).send({ type: 'report.remove', report: reportOf() });
    inspector.world.reports = { total: 1, rows: [] };
    child(inspector).getSnapshot().children['confirm']?.send({ type: 'confirm.accept' });
    await settle();
    await settle();
    expect(inspector.world.removed).toEqual(['r1']);
    expect(child(inspector).getSnapshot().context.page).toBe(1);
  });

  it('say why they could not be read, and are read again when asked', async () => {
    const inspector = startInspector({ admin: true });
    inspector.world.reportsFail = 'networkFailed';
    child(inspector).send({ type: 'reports.turn', page: 1 });
    await settle();
    expect(child(inspector).getSnapshot().context.failure?.code).toBe(40501);
    inspector.world.reportsFail = null;
    child(inspector).send({ type: 'reports.retry' });
    await settle();
    expect(child(inspector).getSnapshot().matches('ready')).toBe(true);
  });
});
