/** An alarm case on the consoles of two users, with the rules of the server: repeated, taken, handed over, given back. */
import { expect, it } from 'vitest';
import { type EventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import { actOnCase, type CaseAct, type CaseLife, newCaseLife } from '../../../contract/rules/alarmCase.ts';
import { alarmsMachine, type OpenCases } from '../../../src/machines/alarms/alarms.machine.ts';
import {
  selectBannerCase,
  selectOpenCases,
  selectWithoutOwner,
} from '../../../src/machines/alarms/alarms.selectors.ts';
import type { AlarmsEvent } from '../../../src/machines/app/events.ts';
import { sampleCase } from '../../fakes/alarmSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const USERS = ['lin', 'chen'] as const;
type User = (typeof USERS)[number];

async function start() {
  const clock = new SimulatedClock();
  let life: CaseLife | null = null;
  let count = 1;
  const person = (id: string) => ({ id, name: id });
  const rows = (): AlarmCase[] => {
    if (!life || life.state === 'resolved') return [];
    const { owner, handOverTo, state, takenAt, levelTwoAt, levelTwoToldAt, isAskedAgain } = life;
    return [
      sampleCase({
        count,
        state,
        owner: owner && { ...owner, name: owner.id },
        handOverTo: handOverTo === null ? null : person(handOverTo),
        takenAt,
        levelTwoAt,
        levelTwoToldAt,
        isAskedAgain,
      }),
    ];
  };
  const listeners: [User, (event: AlarmsEvent) => void][] = [];
  /** As the server's notices: who made the change is told that it is their own. */
  const changed = async (isRaised: boolean, by?: User): Promise<void> => {
    for (const [user, tell] of listeners)
      tell({ type: 'alarms.changed', caseId: 'case-1', isRaised, isOffered: false, isOwn: user === by });
    await settle();
  };
  const act = async (user: User, asked: CaseAct): Promise<void> => {
    const outcome = actOnCase(life ?? newCaseLife(0), asked, { kind: 'account', id: user }, clock.now());
    if (!outcome.ok) throw new Error(outcome.refusal);
    life = outcome.life;
    await changed(life.state === 'open', user);
  };
  const told: Record<User, string[]> = { lin: [], chen: [] };
  const consoles = Object.fromEntries(
    USERS.map((user) => {
      const { actor } = startUnderApp(
        alarmsMachine.provide({
          actors: {
            loadOpen: fromPromise<OpenCases>(async () => ({
              rows: rows(),
              total: rows().length,
              withoutOwner: rows().filter(({ state }) => state === 'open').length,
            })),
            take: fromPromise<AlarmCase, { caseId: string }>(async () => {
              await act(user, { type: 'take' });
              return rows()[0]!;
            }),
            answer: fromPromise<AlarmCase, { caseId: string; accept: boolean }>(async ({ input }) => {
              await act(user, { type: input.accept ? 'acceptHandOver' : 'declineHandOver' });
              return rows()[0]!;
            }),
            watchAlarms: fromCallback<EventObject>(({ sendBack }) => void listeners.push([user, sendBack])),
            recallSound: fromPromise<{ isOn: boolean }>(async () => ({ isOn: true })),
          },
          actions: {
            ring: () => void told[user].push('ring'),
            showOutside: (_, { isOffered }) => void told[user].push(isOffered ? 'offered' : 'raised'),
            keepSound: () => undefined,
          },
        }),
        { as: 'alarms', input: { userId: user }, clock },
      );
      return [user, actor];
    }),
  ) as Record<User, ReturnType<typeof startUnderApp<typeof alarmsMachine>>['actor']>;
  await settle();
  const shown = (user: User) => {
    const snapshot = consoles[user].getSnapshot();
    const [row] = selectOpenCases(snapshot);
    return {
      state: row?.state ?? null,
      owner: row?.owner?.id ?? null,
      count: row?.count ?? 0,
      waiting: selectWithoutOwner(snapshot),
      banner: selectBannerCase(snapshot) !== null,
    };
  };
  return {
    both: () => USERS.map(shown),
    shown,
    send: async (user: User, event: AlarmsEvent) => {
      consoles[user].send(event);
      await settle();
    },
    act,
    raise: async () => {
      life = newCaseLife(clock.now());
      await changed(true);
    },
    repeat: async () => {
      count += 1;
      await changed(false);
    },
    /** What each console was told since the last look. */
    heard: () => USERS.map((user) => told[user].splice(0).join(', ')),
  };
}

it('an alarm that is repeated is counted on both, and rings on neither, no matter who has the case', async () => {
  const { both, heard, raise, repeat, send } = await start();
  await raise();
  expect(heard()).toEqual(['ring, raised', 'ring, raised']);
  await repeat();
  expect(both()).toMatchObject([
    { count: 2, banner: true },
    { count: 2, banner: true },
  ]);
  expect(heard()).toEqual(['', '']);
  await send('lin', { type: 'alarm.take', caseId: 'case-1' });
  await repeat();
  expect(both()).toMatchObject([
    { state: 'taken', owner: 'lin', count: 3, banner: false },
    { state: 'taken', owner: 'lin', count: 3, banner: false },
  ]);
  expect(heard()).toEqual(['', '']);
});
it('a case that its owner gives back waits on both again, rings for the other alone, and can be taken by the other', async () => {
  const { act, both, heard, raise, send, shown } = await start();
  await raise();
  await send('lin', { type: 'alarm.take', caseId: 'case-1' });
  heard();
  await act('lin', { type: 'release' });
  expect(both()).toMatchObject([
    { state: 'open', owner: null, waiting: 1, banner: true },
    { state: 'open', owner: null, waiting: 1, banner: true },
  ]);
  expect(heard()).toEqual(['', 'ring, raised']);
  await send('chen', { type: 'alarm.take', caseId: 'case-1' });
  expect(both()).toMatchObject([{ owner: 'chen' }, { owner: 'chen' }]);
  expect(shown('lin')).toMatchObject({ waiting: 0, banner: false });
  // Given back by the other, it rings for who gave it back before.
  await act('chen', { type: 'release' });
  expect(heard()).toEqual(['ring, raised', '']);
});
it('a case that somebody opens again rings for the other alone', async () => {
  const { act, heard, raise, send } = await start();
  await raise();
  await send('lin', { type: 'alarm.take', caseId: 'case-1' });
  await act('lin', { type: 'resolve', cause: 'handled' });
  heard();
  await act('chen', { type: 'reopen' });
  expect(heard()).toEqual(['ring, raised', '']);
});
it('a hand-over rings for the other only; given back by the new owner, it waits on both', async () => {
  const { act, both, heard, raise, send } = await start();
  await raise();
  await send('lin', { type: 'alarm.take', caseId: 'case-1' });
  heard();
  await act('lin', { type: 'askHandOver', to: 'chen' });
  expect(heard()).toEqual(['', 'ring, offered']);
  expect(both()).toMatchObject([{ banner: false }, { banner: true }]);
  await send('chen', { type: 'alarm.answer', caseId: 'case-1', accept: true });
  expect(both()).toMatchObject([
    { owner: 'chen', banner: false },
    { owner: 'chen', banner: false },
  ]);
  await act('chen', { type: 'release' });
  expect(both()).toMatchObject([{ waiting: 1 }, { waiting: 1 }]);
  expect(heard()).toEqual(['ring, raised', '']);
});
