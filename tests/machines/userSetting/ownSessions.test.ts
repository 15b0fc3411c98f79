/** The user's sessions: loaded, reloaded, ended after confirmation; and the page that forwards the notices. */
import { createActor, fromPromise, setup, fromCallback, type AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { AccountSession } from '../../../contract/entities/user.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { ownSessionsMachine } from '../../../src/machines/userSetting/ownSessions.machine.ts';
import {
  selectEndQuestion,
  selectIsListLoading,
  selectListFailure,
  selectParts,
  selectRows,
} from '../../../src/machines/userSetting/userSetting.selectors.ts';
import { userSettingMachine } from '../../../src/machines/userSetting/userSetting.machine.ts';
import type { FormFields } from '../../../src/machines/factories/form.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { nicknameMachine } from '../../../src/machines/userSetting/nickname.machine.ts';
import { timeZoneMachine } from '../../../src/machines/userSetting/timeZone.machine.ts';
import { selectValue } from '../../../src/machines/factories/form.selectors.ts';

const sessionOf = (change: Partial<AccountSession> = {}): AccountSession => ({
  id: 's1',
  current: false,
  way: 'password',
  browser: 'Firefox 143',
  system: 'Linux',
  address: '10.0.0.1',
  startedAt: 1,
  lastUsedAt: 2,
  ...change,
});
const HERE = sessionOf({ id: 'here', current: true });
const THERE = sessionOf({ id: 'there' });

function worldOf() {
  const world = {
    rows: [HERE, THERE],
    loads: 0,
    ended: [] as (string | null)[],
    refusal: null as ApiError | null,
    told: [] as AnyEventObject[],
  };
  const machine = ownSessionsMachine.provide({
    actors: {
      loadSessions: fromPromise<readonly AccountSession[]>(async () => {
        world.loads += 1;
        if (world.refusal) throw world.refusal;
        return world.rows;
      }),
      endSessions: fromPromise<unknown, { sessionId: string | null }>(async ({ input }) => {
        if (world.refusal) throw world.refusal;
        world.ended.push(input.sessionId);
        world.rows = world.rows.filter(
          ({ id, current }) => current || (input.sessionId !== null && id !== input.sessionId),
        );
      }),
    },
  });
  return {
    world,
    machine,
    notices: fromCallback<AnyEventObject>(({ receive }) => receive((event) => void world.told.push(event))),
  };
}
async function start() {
  const { world, machine, notices } = worldOf();
  const root = createActor(
    setup({ actors: { tried: machine, notices } }).createMachine({
      invoke: [
        { src: 'notices', id: 'notices', systemId: 'notices' },
        { src: 'tried', id: 'tried' },
      ],
    }),
  ).start();
  await settle();
  const actor = root.getSnapshot().children['tried'] as ReturnType<typeof createActor<typeof machine>>;
  const answer = async (type: 'confirm.accept' | 'confirm.cancel') => {
    selectEndQuestion(actor.getSnapshot())?.send({ type });
    for (let i = 0; i < 4; i++) await settle();
  };
  return { world, actor, answer, rows: () => selectRows(actor.getSnapshot()).map(({ id }) => id) };
}

describe('the list of sessions', () => {
  it('ends one after a question that names it, says so and reads the list again', async () => {
    const { world, actor, answer, rows } = await start();
    expect(rows()).toEqual(['here', 'there']);
    actor.send({ type: 'session.end', session: THERE, name: 'Firefox 143, Linux' });
    expect(selectEndQuestion(actor.getSnapshot())?.getSnapshot().context).toMatchObject({
      words: { name: 'Firefox 143, Linux' },
      destructive: true,
    });
    await answer('confirm.accept');
    expect([world.ended, rows(), world.told]).toEqual([
      ['there'],
      ['here'],
      [{ type: 'notice.show', notice: { tone: 'success', key: 'userSetting.sessions.ended' } }],
    ]);
  });

  it('ends all the others', async () => {
    const { world, actor, answer } = await start();
    actor.send({ type: 'sessions.endOthers' });
    await answer('confirm.accept');
    expect([world.ended, world.told]).toMatchObject([
      [null],
      [{ notice: { key: 'userSetting.sessions.othersEnded' } }],
    ]);
  });

  it.each([{ type: 'session.end', session: THERE, name: 'x' }, { type: 'sessions.endOthers' }] as const)(
    'asks and ends while the list reloads: $type',
    async (event) => {
      const { world, actor, answer, rows } = await start();
      actor.send({ type: 'sessions.refresh' });
      actor.send(event);
      await answer('confirm.accept');
      expect([world.ended, rows()]).toEqual([['session' in event ? 'there' : null], ['here']]);
    },
  );

  it('ends nothing when the question is answered by no, and loads what was reported meanwhile', async () => {
    const { world, actor, answer, rows } = await start();
    actor.send({ type: 'sessions.endOthers' });
    world.rows = [HERE];
    actor.send({ type: 'sessions.refresh' });
    await answer('confirm.cancel');
    expect([world.ended, world.told, rows(), world.loads]).toEqual([[], [], ['here'], 2]);
  });

  it('says why one could not be ended, and reads what there is now', async () => {
    const { world, actor, answer } = await start();
    actor.send({ type: 'session.end', session: THERE, name: 'x' });
    world.refusal = new ApiError('notFound');
    await answer('confirm.accept');
    expect(world.told).toMatchObject([{ notice: { tone: 'error', failure: { code: world.refusal.code } } }]);
    expect(world.loads).toBe(2);
  });

  it('that cannot be read says why, and is read again when asked', async () => {
    const { world, actor, rows } = await start();
    world.refusal = new ApiError('networkFailed');
    actor.send({ type: 'sessions.refresh' });
    await settle();
    expect(selectListFailure(actor.getSnapshot())?.code).toBe(world.refusal.code);
    world.refusal = null;
    actor.send({ type: 'sessions.refresh' });
    actor.send({ type: 'sessions.refresh' });
    expect(selectIsListLoading(actor.getSnapshot())).toBe(true);
    await settle();
    expect([rows(), world.loads]).toEqual([['here', 'there'], 4]);
  });
});

describe('the page', () => {
  it('starts each form with what is known of the person, and hears of sessions that end', async () => {
    const { world, machine, notices } = worldOf();
    const recallDraft = fromPromise<FormFields | null>(async () => null);
    const page = userSettingMachine.provide({
      actors: {
        ownSessions: machine,
        nickname: nicknameMachine.provide({ actors: { recallDraft } }),
        timeZone: timeZoneMachine.provide({ actors: { recallDraft } }),
      },
    });
    const root = createActor(
      setup({ actors: { page, notices } }).createMachine({
        invoke: [
          { src: 'notices', id: 'notices', systemId: 'notices' },
          {
            src: 'page',
            id: 'page',
            input: {
              page: 'userSetting',
              params: {},
              query: {},
              user: userOf({ nickname: 'Lin', timeZone: 'UTC' }),
              serialNumber: '',
              language: 'enUS',
            },
          },
        ],
      }),
    ).start();
    await settle();
    const actor = root.getSnapshot().children['page'] as ReturnType<typeof createActor<typeof page>>;
    const { nickname, timeZone } = selectParts(actor.getSnapshot());
    expect([
      nickname && selectValue('nickname')(nickname.getSnapshot()),
      timeZone && selectValue('timeZone')(timeZone.getSnapshot()),
    ]).toEqual(['Lin', 'UTC']);
    actor.send({ type: 'page.noticed', notice: { type: 'sessionEnded', code: 1006, sessionId: 'there' } });
    await settle();
    actor.send({ type: 'page.resumed' });
    await settle();
    expect(world.loads).toBe(3);
  });
});
