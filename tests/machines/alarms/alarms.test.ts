/** The unresolved alarm cases of a signed-in user: loaded, kept current, rung for, taken. */
import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise, SimulatedClock, type EventObject } from 'xstate';
import { LEVEL_TWO_AFTER_MS } from '../../../contract/rules/alarms.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import { alarmsMachine, type OpenCases } from '../../../src/machines/alarms/alarms.machine.ts';
import {
  selectActing,
  selectBannerCase,
  selectCasesByRobot,
  selectIsSoundOn,
  selectOpenCases,
  selectWithoutOwner,
} from '../../../src/machines/alarms/alarms.selectors.ts';
import { sampleCase, takenCase } from '../../fakes/alarmSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

async function start({ rows = [] as AlarmCase[], unlisted = 0, isSoundOn = true } = {}) {
  const cloud = { rows, unlisted, loads: 0, fails: false, taken: [] as string[], refusal: null as Error | null };
  const rung: string[] = [];
  const clock = new SimulatedClock();
  const { actor, told } = startUnderApp(
    alarmsMachine.provide({
      actors: {
        loadOpen: fromPromise<OpenCases>(async () => {
          cloud.loads += 1;
          if (cloud.fails) throw new ApiError('networkFailed');
          const without = cloud.rows.filter(({ state }) => state === 'open').length;
          return { rows: cloud.rows, total: cloud.rows.length + cloud.unlisted, withoutOwner: without };
        }),
        take: fromPromise<AlarmCase, { caseId: string }>(async ({ input }) => {
          cloud.taken.push(input.caseId);
          if (cloud.refusal) throw cloud.refusal;
          return takenCase('me', { id: input.caseId });
        }),
        answer: fromPromise<AlarmCase, { caseId: string; accept: boolean }>(async ({ input }) =>
          takenCase(input.accept ? 'me' : 'lin', { id: input.caseId }),
        ),
        watchAlarms: fromCallback<EventObject>(() => () => undefined),
        recallSound: fromPromise<{ isOn: boolean }>(async () => ({ isOn: isSoundOn })),
      },
      actions: {
        ring: () => void rung.push('ring'),
        showOutside: (_, { raised, more, isOffered }) =>
          void rung.push(`outside ${raised.id}${more > 0 ? ` +${more}` : ''}${isOffered ? ' offered' : ''}`),
        keepSound: (_, { isOn }) => void rung.push(`sound ${isOn}`),
      },
    }),
    { as: 'alarms', input: { userId: 'me' }, clock },
  );
  await settle();
  return { actor, told, cloud, rung, clock, read: () => actor.getSnapshot() };
}
const changed = { type: 'alarms.changed', caseId: 'case-1', isRaised: true, isOffered: false } as const;

describe('the cases', () => {
  it('that were there before ring for nobody; one that comes rings and is shown outside, once', async () => {
    const { actor, cloud, rung, read } = await start({ rows: [sampleCase()] });
    expect(rung).toEqual([]);
    cloud.rows = [sampleCase(), sampleCase({ id: 'case-2' })];
    actor.send(changed);
    await settle();
    expect(rung).toEqual(['ring', 'outside case-2']);
    actor.send(changed);
    await settle();
    expect(rung).toHaveLength(2);
    expect(selectWithoutOwner(read())).toBe(2);
  });
  it('of which more are open than listed: one that moves up into the list does not ring, one that just opened does', async () => {
    const openAt = (id: string, at: number): AlarmCase => sampleCase({ id, levelTwoAt: at + LEVEL_TWO_AFTER_MS });
    const { actor, cloud, rung } = await start({ rows: [openAt('old', 1_000), openAt('newest', 99_000)], unlisted: 1 });
    const nowListed = async (...rows: AlarmCase[]): Promise<void> => {
      cloud.rows = rows;
      actor.send(changed);
      await settle();
    };
    await nowListed(openAt('moved-up', 5_000), openAt('newest', 99_000));
    expect(rung).toEqual([]);
    await nowListed(openAt('moved-up', 5_000), openAt('newest', 99_000), openAt('later', 98_000));
    expect(rung).toEqual(['ring', 'outside later']);
    await nowListed(takenCase('me', { id: 'moved-up' }), openAt('later', 98_000));
    await nowListed(openAt('moved-up', 9_400), openAt('later', 98_000));
    expect(rung.slice(2)).toEqual(['ring', 'outside moved-up']);
  });
  it('several that come together ring once, and are shown outside as the first and how many more', async () => {
    const { actor, cloud, rung } = await start();
    cloud.rows = ['case-1', 'case-2', 'case-3'].map((id) => sampleCase({ id }));
    actor.send(changed);
    await settle();
    expect(rung).toEqual(['ring', 'outside case-1 +2']);
  });
  it('one that a colleague hands over to the user rings and is shown outside, once for each offer', async () => {
    const mine = (to: string | null): AlarmCase =>
      takenCase('lin', { handOverTo: to === null ? null : { id: to, name: to } });
    const { actor, cloud, rung } = await start({ rows: [mine(null)] });
    const becomes = async (...rows: AlarmCase[]): Promise<void> => {
      cloud.rows = rows;
      rung.length = 0;
      actor.send(changed);
      await settle();
    };
    await becomes(mine('chen'));
    expect(rung).toEqual([]);
    await becomes(mine('me'));
    expect(rung).toEqual(['ring', 'outside case-1 offered']);
    await becomes(mine('me'));
    expect(rung).toEqual([]);
    await becomes(mine(null));
    await becomes(mine('me'), sampleCase({ id: 'case-2' }));
    expect(rung).toEqual(['ring', 'outside case-1 offered', 'outside case-2']);
  });
  it('one that the user gave back does not ring, also if the reply comes before the notice; others beside it do', async () => {
    const { actor, cloud, rung, clock } = await start({ rows: [takenCase('me')] });
    cloud.rows = [sampleCase(), sampleCase({ id: 'case-2' })];
    actor.send({ type: 'alarms.reload', own: 'case-1' });
    await settle();
    expect(rung).toEqual(['ring', 'outside case-2']);
    // The user's act is over: what a colleague gives back rings.
    cloud.rows = [takenCase('lin'), sampleCase({ id: 'case-2' })];
    actor.send(changed);
    await settle();
    cloud.rows = [sampleCase(), sampleCase({ id: 'case-2' })];
    actor.send(changed);
    await settle();
    expect(rung.slice(2)).toEqual(['ring', 'outside case-1']);
    // A load that began before the change does not use it up.
    cloud.rows = [takenCase('me'), sampleCase({ id: 'case-2' })];
    actor.send(changed);
    actor.send({ ...changed, isOwn: true });
    await settle();
    cloud.rows = [sampleCase(), sampleCase({ id: 'case-2' })];
    clock.increment(1_000);
    await settle();
    expect(rung).toHaveLength(4);
  });
  it('ring for nobody with the sound off, and that is kept', async () => {
    const { actor, cloud, rung, read } = await start({ isSoundOn: false });
    expect(selectIsSoundOn(read())).toBe(false);
    cloud.rows = [sampleCase()];
    actor.send(changed);
    await settle();
    expect(rung).toEqual(['outside case-1']);
    actor.send({ type: 'alarms.toggleSound' });
    expect(rung.at(-1)).toBe('sound true');
  });
  it('a change during a load is loaded a second later, however many there were', async () => {
    const { actor, cloud, clock } = await start();
    actor.send(changed);
    for (let index = 0; index < 50; index += 1) actor.send(changed);
    await settle();
    expect(cloud.loads).toBe(2);
    clock.increment(1_000);
    await settle();
    expect(cloud.loads).toBe(3);
  });
  it('are loaded again without a notice every 30 s, and after a failure', async () => {
    const { actor, cloud, clock, read } = await start({ rows: [sampleCase()] });
    clock.increment(30_000);
    await settle();
    expect(cloud.loads).toBe(2);
    cloud.fails = true;
    actor.send(changed);
    await settle();
    expect(selectOpenCases(read())).toHaveLength(1);
    cloud.fails = false;
    cloud.rows = [];
    clock.increment(1_000);
    await settle();
    expect(selectOpenCases(read())).toEqual([]);
  });
});

describe('the banner', () => {
  it('shows what is handed over to the user first, then what nobody has', async () => {
    const offered = takenCase('lin', { id: 'offered', handOverTo: { id: 'me', name: 'Me' } });
    const { read } = await start({ rows: [sampleCase(), offered] });
    expect(selectBannerCase(read())?.id).toBe('offered');
    expect(selectBannerCase((await start({ rows: [takenCase('lin'), sampleCase({ id: 'free' })] })).read())?.id).toBe(
      'free',
    );
    expect(selectBannerCase((await start({ rows: [takenCase('lin')] })).read())).toBeNull();
    expect(selectBannerCase(undefined)).toBeNull();
    // The page of a case shows it, and the banner the others.
    const { read: both } = await start({ rows: [sampleCase({ id: 'one' }), sampleCase({ id: 'other' })] });
    expect(selectBannerCase(both(), 'one')?.id).toBe('other');
    expect(selectBannerCase(both(), 'else')?.id).toBe('one');
    expect(selectBannerCase((await start({ rows: [sampleCase({ id: 'one' })] })).read(), 'one')).toBeNull();
  });
  it('knows the most urgent case of each robot', async () => {
    const rows = [sampleCase({ id: 'soon' }), sampleCase({ id: 'later' }), takenCase('lin', { serialNumber: 'W1-1' })];
    const { read } = await start({ rows });
    const cases = selectCasesByRobot(read());
    expect([...cases].map(([robot, { id }]) => [robot, id])).toEqual([
      ['S2-1', 'soon'],
      ['W1-1', 'case-1'],
    ]);
    expect(selectCasesByRobot(read())).toBe(cases);
    expect(selectCasesByRobot(undefined).size).toBe(0);
  });
  it('takes a case; who was too late is told', async () => {
    const { actor, told, cloud, read } = await start({ rows: [sampleCase()] });
    actor.send({ type: 'alarm.take', caseId: 'case-1' });
    expect(selectActing(read())).toBe('case-1');
    await settle();
    expect(selectActing(read())).toBe('');
    expect(selectWithoutOwner(read())).toBe(0);
    cloud.refusal = new ApiError('alarmTakenByOther', { words: { name: 'Lin Wei' } });
    actor.send({ type: 'alarm.take', caseId: 'case-1' });
    await settle();
    expect(told.at(-1)?.to).toBe('notices');
    expect(JSON.stringify(told.at(-1))).toContain('Lin Wei');
    expect(JSON.stringify(told.at(-1))).toContain(String(ERRORS.alarmTakenByOther));
  });
  it('answers a case that is handed over', async () => {
    const offered = takenCase('lin', { id: 'offered', handOverTo: { id: 'me', name: 'Me' } });
    const { actor, read } = await start({ rows: [offered] });
    actor.send({ type: 'alarm.answer', caseId: 'offered', accept: true });
    await settle();
    expect(selectOpenCases(read())[0]?.owner?.id).toBe('me');
  });
});
