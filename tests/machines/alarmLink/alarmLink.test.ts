import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { LinkedCase } from '../../../contract/entities/alarmLink.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { alarmLinkMachine, REFRESH_MS, type LinkAct } from '../../../src/machines/alarmLink/alarmLink.machine.ts';
import {
  selectAlarmLink,
  selectAlarmLinkState,
  selectIsActingByLink,
} from '../../../src/machines/alarmLink/alarmLink.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const CASE: LinkedCase = {
  time: 1,
  contactName: 'Wendy',
  expiresAt: 9,
  caseId: 'case-1',
  number: 7,
  robotName: 'Porter',
  event: 'smoke',
  severity: 'critical',
  state: 'open',
  raisedAt: 1,
  count: 1,
  overAt: null,
  ownerName: '',
  takenAt: null,
  isMine: false,
  canTake: true,
  levelTwoAt: 900_001,
  levelTwoToldAt: null,
  resolvedAt: null,
  cause: null,
  timeZone: 'UTC',
};
const MINE: LinkedCase = {
  ...CASE,
  state: 'taken',
  ownerName: 'Wendy',
  isMine: true,
  canTake: false,
  levelTwoAt: null,
};

async function start({ code = 'c', refusal = null as Error | null } = {}) {
  const cloud = { opened: 0, acts: [] as LinkAct[], found: CASE, refusal, actRefusal: null as Error | null };
  const started = startUnderApp(
    alarmLinkMachine.provide({
      actors: {
        openLink: fromPromise<LinkedCase, { code: string }>(async () => {
          cloud.opened += 1;
          if (cloud.refusal) throw cloud.refusal;
          return cloud.found;
        }),
        actByLink: fromPromise<LinkedCase, { code: string; act: LinkAct }>(async ({ input }) => {
          cloud.acts.push(input.act);
          if (cloud.actRefusal) throw cloud.actRefusal;
          return (cloud.found = input.act === 'take' ? MINE : CASE);
        }),
      },
    }),
    {
      as: 'screen',
      input: {
        page: 'alarmLink',
        params: {},
        query: code ? { code } : {},
        user: null,
        serialNumber: '',
        language: 'enUS',
      },
    },
  );
  await settle();
  return {
    ...started,
    cloud,
    see: () => selectAlarmLink(started.actor.getSnapshot()),
    state: () => selectAlarmLinkState(started.actor.getSnapshot()),
    wait: async (ms: number) => {
      started.clock.increment(ms);
      await settle();
    },
    act: async (act: LinkAct) => {
      started.actor.send({ type: 'case.do', act });
      await settle();
    },
  };
}

describe('a link', () => {
  it('shows its case and takes nothing by being opened', async () => {
    const page = await start();
    expect([page.state(), page.see().found?.state, page.cloud.acts]).toEqual(['good', 'open', []]);
  });
  it('is over without a code, and when the server says so, whenever that is', async () => {
    expect((await start({ code: '' })).state()).toBe('over');
    expect((await start({ refusal: new ApiError('linkOver') })).state()).toBe('over');
    const page = await start();
    page.cloud.refusal = new ApiError('linkOver');
    await page.wait(REFRESH_MS);
    expect(page.state()).toBe('over');
    const other = await start();
    other.cloud.actRefusal = new ApiError('linkOver');
    await other.act('take');
    expect(other.state()).toBe('over');
  });
  it('that could not be opened is tried again when asked', async () => {
    const page = await start({ refusal: new ApiError('networkFailed') });
    expect([page.state(), page.see().failure?.code]).toEqual(['failed', ERRORS.networkFailed]);
    page.cloud.refusal = null;
    page.actor.send({ type: 'oneTimeLink.retry' });
    await settle();
    expect([page.state(), page.see().failure]).toEqual(['good', null]);
  });
  it('leads to the page of the case', async () => {
    const page = await start();
    page.actor.send({ type: 'signIn.open' });
    expect(page.toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/alarms/case?id=case-1' }]);
    const over = await start({ code: '' });
    over.actor.send({ type: 'signIn.open' });
    expect(over.toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/login' }]);
  });
});

describe('the case', () => {
  it('is read again every five seconds, and marked while it cannot be', async () => {
    const page = await start();
    page.cloud.refusal = new ApiError('networkFailed');
    await page.wait(REFRESH_MS);
    expect([page.cloud.opened, page.see().isStale, page.state()]).toEqual([2, true, 'good']);
    page.cloud.refusal = null;
    page.cloud.found = { ...CASE, state: 'taken', ownerName: 'Lin', canTake: false };
    await page.wait(REFRESH_MS);
    expect([page.see().isStale, page.see().found?.ownerName]).toEqual([false, 'Lin']);
  });
  it('is taken once and handed back by its buttons', async () => {
    const page = await start();
    page.actor.send({ type: 'case.do', act: 'take' });
    expect(selectIsActingByLink(page.actor.getSnapshot())).toBe(true);
    page.actor.send({ type: 'case.do', act: 'take' });
    page.actor.send({ type: 'page.resumed' });
    await settle();
    expect([page.cloud.acts, page.see().found?.isMine]).toEqual([['take'], true]);
    await page.act('release');
    expect([page.cloud.acts, page.see().found?.isMine]).toEqual([['take', 'release'], false]);
  });
  it('that somebody else took first shows who has it, until the next act', async () => {
    const page = await start();
    page.cloud.actRefusal = new ApiError('alarmTakenByOther', { words: { name: 'Lin' } });
    page.cloud.found = { ...CASE, state: 'taken', ownerName: 'Lin', canTake: false };
    await page.act('take');
    expect(page.see()).toMatchObject({ failure: { code: ERRORS.alarmTakenByOther }, found: { ownerName: 'Lin' } });
    await page.wait(REFRESH_MS);
    expect(page.see().failure?.code).toBe(ERRORS.alarmTakenByOther);
    page.cloud.actRefusal = null;
    await page.act('take');
    expect(page.see()).toMatchObject({ failure: null, found: { isMine: true } });
  });
});
