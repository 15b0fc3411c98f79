/** The list of alarm cases: filters in the address, reloaded as cases change, the browser's permission. */
import { describe, expect, it } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import {
  alarmCasesMachine,
  type AlarmCasesResult,
  type NotificationPermission,
} from '../../../src/machines/alarmCases/alarmCases.machine.ts';
import { alarmCasesQuery, type AlarmCasesQuery } from '../../../src/machines/alarmCases/alarmCasesQuery.ts';
import { selectAlarmCases } from '../../../src/machines/alarmCases/alarmCases.selectors.ts';
import { sampleCase } from '../../fakes/alarmSample.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

type Permission = { permission: NotificationPermission };

async function start(query: Record<string, string> = {}) {
  const asked: AlarmCasesQuery[] = [];
  const clock = new SimulatedClock();
  const { actor, told } = startUnderApp(
    alarmCasesMachine.provide({
      actors: {
        loadList: fromPromise<AlarmCasesResult, AlarmCasesQuery>(async ({ input }) => {
          asked.push(input);
          return { rows: [sampleCase()], total: 1, open: 1, taken: 0 };
        }),
        readPermission: fromPromise<Permission>(async () => ({ permission: 'default' })),
        askPermission: fromPromise<Permission>(async () => ({ permission: 'granted' })),
      },
    }),
    {
      as: 'screen',
      clock,
      input: { page: 'alarmCases', params: {}, query, user: userOf(), serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  return { actor, told, asked, clock, read: () => actor.getSnapshot() };
}

describe('the list of cases', () => {
  it('asks for what the address names', async () => {
    const { asked, read } = await start({ state: 'taken', event: 'smoke', robots: 'A,B', days: '14', q: 'lobby' });
    expect(asked).toEqual([
      { state: 'taken', owner: '', event: 'smoke', robots: ['A', 'B'], days: '14', text: 'lobby', page: 1 },
    ]);
    expect(selectAlarmCases(read())).toMatchObject({ open: 1, taken: 0, total: 1 });
    expect(alarmCasesQuery.isFiltered({ days: 'nonsense' })).toBe(false);
  });
  it('is loaded once for many changes within half a second', async () => {
    const { actor, asked, clock } = await start();
    const notice = {
      type: 'alarmChanged',
      caseId: 'c',
      serialNumber: 'A',
      isRaised: true,
      isOffered: false,
      isOwn: false,
    } as const;
    for (let index = 0; index < 20; index += 1) actor.send({ type: 'page.noticed', notice });
    actor.send({ type: 'page.noticed', notice: { type: 'accountChanged' } });
    clock.increment(500);
    await settle();
    expect(asked).toHaveLength(2);
  });
  it('opens a case', async () => {
    const { actor, told } = await start();
    actor.send({ type: 'case.open', caseId: 'case 1' });
    expect(told.at(-1)).toEqual({
      to: 'navigation',
      event: { type: 'navigation.go', to: '/alarms/case?id=case%201' },
    });
  });
  it('asks the browser whether it may show alarms while its tab is hidden', async () => {
    const { actor, read } = await start();
    expect(selectAlarmCases(read()).permission).toBe('default');
    actor.send({ type: 'permission.ask' });
    await settle();
    expect(selectAlarmCases(read()).permission).toBe('granted');
  });
});
