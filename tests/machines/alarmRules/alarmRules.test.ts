/** The alarm rules of a robot: loaded, edited, saved with their revision, tried, copied. */
import { describe, expect, it } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import { ALWAYS, type AlarmRule, usualRule } from '../../../contract/rules/alarmContacts.ts';
import { REPORT_WITHIN_MS } from '../../../contract/rules/alarmNotification.ts';
import { ALARM_EVENTS, type AlarmEvent } from '../../../contract/rules/alarms.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  alarmRulesMachine,
  type ComparedRules,
  type CopyRequest,
  type LoadedRules,
  type TriedStates,
  type TryResult,
} from '../../../src/machines/alarmRules/alarmRules.machine.ts';
import {
  type AlarmRulesFields,
  alarmRulesFormMachine,
} from '../../../src/machines/alarmRules/alarmRulesForm.machine.ts';
import {
  selectAlarmRules,
  selectHasFailed,
  selectIsCopyOpen,
  selectRulesForm,
} from '../../../src/machines/alarmRules/alarmRules.selectors.ts';
import { failureOf } from '../../../src/machines/failure.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const desk = { id: 'c1', name: 'Desk', roleIds: ['desk'], hours: ALWAYS, quietDays: [] };

async function start({ draft = null as readonly AlarmRule[] | null, fails = false } = {}) {
  const cloud = {
    revision: 3,
    rules: ALARM_EVENTS.map(usualRule) as readonly AlarmRule[],
    saved: [] as AlarmRulesFields[],
    kept: [] as (AlarmRulesFields | null)[],
    copies: [] as CopyRequest[],
    revisions: {} as Record<string, number>,
    fails,
    refusal: null as Error | null,
    isForbidden: false,
    reads: [] as string[],
    time: 10_000,
    states: [] as TriedStates['messages'],
  };
  const clock = new SimulatedClock();
  const { actor, told } = startUnderApp(
    alarmRulesMachine.provide({
      actors: {
        loadRules: fromPromise<LoadedRules>(async () => {
          if (cloud.fails) throw new ApiError('networkFailed');
          return {
            serialNumber: 'S2-1',
            revision: cloud.revision,
            notifies: true,
            rules: cloud.rules,
            roles: [],
            contacts: [desk],
            timeZone: 'UTC',
            draft,
          };
        }),
        tryRule: fromPromise<TryResult, { serialNumber: string; event: AlarmEvent }>(async () => {
          if (cloud.refusal) throw cloud.refusal;
          return {
            serialNumber: 'S2-1',
            event: 'smoke',
            tryId: 'try-1',
            sent: [
              { id: 'a', name: 'Desk', channel: 'sms', state: 'queued', reason: '', settledAt: null },
              { id: 'b', name: 'Desk', channel: 'email', state: 'queued', reason: '', settledAt: null },
            ],
          };
        }),
        readTried: fromPromise<TriedStates, { serialNumber: string; tryId: string }>(async ({ input }) => {
          cloud.reads.push(`${input.serialNumber} ${input.tryId}`);
          if (cloud.isForbidden) throw new ApiError('robotForeign');
          if (cloud.fails) throw new ApiError('networkFailed');
          return { time: cloud.time, messages: cloud.states };
        }),
        compareRules: fromPromise<ComparedRules, Omit<CopyRequest, 'revisions'>>(async ({ input }) => {
          if (cloud.fails) throw new ApiError('networkFailed');
          const found = input.targets.filter((serialNumber) => serialNumber !== 'gone');
          return {
            source: { serialNumber: input.serialNumber, revision: cloud.revision, rules: cloud.rules },
            targets: found.map((serialNumber) => ({
              serialNumber,
              revision: cloud.revisions[serialNumber] ?? 0,
              rules: ALARM_EVENTS.map(usualRule),
            })),
            failed: input.targets
              .filter((serialNumber) => !found.includes(serialNumber))
              .map((serialNumber) => ({ serialNumber, failure: failureOf(new ApiError('robotForeign')) })),
          };
        }),
        copyRules: fromPromise<{ copied: number }, CopyRequest>(async ({ input }) => {
          cloud.copies.push(input);
          if (cloud.refusal) throw cloud.refusal;
          return { copied: input.targets.length };
        }),
        form: alarmRulesFormMachine.provide({
          actions: { keepDraft: (_, kept) => void cloud.kept.push(kept.draft) },
          actors: {
            save: fromPromise<null, { fields: AlarmRulesFields }>(async ({ input }) => {
              if (cloud.refusal) throw cloud.refusal;
              cloud.saved.push(input.fields);
              cloud.revision += 1;
              cloud.rules = input.fields.rules;
              return null;
            }),
          },
        }),
      },
    }),
    {
      as: 'screen',
      clock,
      input: { page: 'alarmRules', params: {}, query: {}, user: userOf(), serialNumber: 'S2-1', language: 'enUS' },
    },
  );
  await settle();
  const read = () => actor.getSnapshot();
  const form = () => {
    const found = selectRulesForm(read());
    if (!found) throw new Error('no form');
    return found;
  };
  const edit = (change: Partial<AlarmRule>, event: AlarmEvent = 'smoke'): void =>
    form().send({
      type: 'field.change',
      field: 'rules',
      value: form()
        .getSnapshot()
        .context.draft.rules.map((rule) => (rule.event === event ? { ...rule, ...change } : rule)),
    });
  return { actor, clock, told, cloud, read, form, edit };
}

describe('alarm rules', () => {
  it('are saved with the revision that they were loaded with, and loaded again', async () => {
    const { told, cloud, read, form, edit } = await start();
    edit({ ways: ['sms'], firstRoles: ['desk'] });
    form().send({ type: 'form.submit' });
    await settle();
    expect(cloud.saved.map(({ revision }) => revision)).toEqual([3]);
    expect(selectAlarmRules(read()).loaded?.revision).toBe(4);
    expect(told).toContainEqual(expect.objectContaining({ to: 'notices' }));
    expect(cloud.kept.at(-1)).toBeNull();
  });
  it('that would reach nobody are not sent', async () => {
    const { cloud, form, edit } = await start();
    edit({ ways: ['sms'], firstRoles: ['nobody'] });
    form().send({ type: 'form.submit' });
    await settle();
    expect(cloud.saved).toEqual([]);
    expect(form().getSnapshot().context.faults.rules).toBe('alarmRules.fault.some');
  });
  it.each<[AlarmEvent, number, boolean]>([
    ['noise', 49.9, false],
    ['noise', 50, true],
    ['noise', 194, true],
    ['noise', 195, false],
    ['highTemperature', -5.1, false],
    ['highTemperature', 37.3, true],
    ['highTemperature', 150.1, false],
    ['offline', 0, false],
    ['offline', 1_440, true],
    // It measures nothing.
    ['fall', 1, false],
  ])('a threshold of %s at %d is sent: %s', async (event, threshold, isSent) => {
    const { cloud, read, form, edit } = await start();
    edit({ threshold }, event);
    form().send({ type: 'form.submit' });
    await settle();
    const { faults, draft } = form().getSnapshot().context;
    expect(faults.rules).toBe(isSent ? undefined : 'alarmRules.fault.threshold');
    expect(cloud.saved).toHaveLength(isSent ? 1 : 0);
    // What is loaded again after saving, or still edited after a refusal.
    const rules = isSent ? selectAlarmRules(read()).loaded?.rules : draft.rules;
    expect(rules?.find((rule) => rule.event === event)?.threshold).toBe(threshold);
  });
  it('a threshold is kept while it is typed, and taken away by an empty field', async () => {
    const { cloud, form, edit } = await start();
    edit({ threshold: 80 }, 'noise');
    expect(cloud.kept.at(-1)?.rules.find(({ event }) => event === 'noise')?.threshold).toBe(80);
    edit({ threshold: null }, 'noise');
    form().send({ type: 'form.submit' });
    await settle();
    expect(cloud.saved.flatMap(({ rules }) => rules.map(({ threshold }) => threshold))).not.toContain(80);
  });
  it('a rule that reaches nobody is said before a threshold', async () => {
    const { form, edit } = await start();
    edit({ threshold: 195 }, 'noise');
    edit({ ways: ['sms'], firstRoles: ['nobody'] });
    form().send({ type: 'form.submit' });
    expect(form().getSnapshot().context.faults.rules).toBe('alarmRules.fault.some');
  });
  it('changed by somebody else are refused, and what was edited stays', async () => {
    const { cloud, form, edit } = await start();
    edit({ isOn: false });
    cloud.refusal = new ApiError('recordChanged', { field: 'revision' });
    form().send({ type: 'form.submit' });
    await settle();
    expect(form().getSnapshot().context.failure?.code).toBe(ERRORS.recordChanged);
    expect(
      form()
        .getSnapshot()
        .context.draft.rules.find(({ event }) => event === 'smoke')?.isOn,
    ).toBe(false);
  });
  it('that were edited before a sign-out are edited on', async () => {
    const draft = ALARM_EVENTS.map((event) => ({ ...usualRule(event), isOn: event !== 'noise' }));
    const { form } = await start({ draft });
    expect(form().getSnapshot().context.draft.rules).toEqual(draft);
    form().send({ type: 'form.discard' });
    expect(
      form()
        .getSnapshot()
        .context.draft.rules.every(({ isOn }) => isOn),
    ).toBe(true);
  });
  it('that could not be loaded say so; another robot is loaded', async () => {
    const { actor, cloud, read } = await start({ fails: true });
    expect(selectHasFailed(read())).toBe(true);
    cloud.fails = false;
    actor.send({ type: 'page.robotChanged', serialNumber: 'S2-2' });
    await settle();
    expect(selectAlarmRules(read()).loaded?.rules).toHaveLength(ALARM_EVENTS.length);
  });
  it('are tried; a second try soon after is refused with the reason', async () => {
    const { actor, told, cloud, read } = await start();
    actor.send({ type: 'rule.choose', event: 'smoke' });
    actor.send({ type: 'rule.try', event: 'smoke' });
    await settle();
    expect(selectAlarmRules(read()).tried?.sent.map(({ channel }) => channel)).toEqual(['sms', 'email']);
    cloud.refusal = new ApiError('ruleTriedLately', { words: { minutes: 5 } });
    actor.send({ type: 'rule.try', event: 'smoke' });
    await settle();
    expect(told.at(-1)?.to).toBe('notices');
    expect(JSON.stringify(told.at(-1))).toContain('"minutes":5');
  });
  it('messages of a test are followed until nothing more is to come', async () => {
    const { actor, clock, cloud, read } = await start();
    const states = () => selectAlarmRules(read()).tried?.sent.map(({ state, reason }) => [state, reason]);
    const next = async () => {
      clock.increment(2_000);
      await settle();
    };
    actor.send({ type: 'rule.try', event: 'smoke' });
    await settle();
    expect(states()).toEqual([
      ['queued', ''],
      ['queued', ''],
    ]);
    cloud.states = [{ id: 'a', state: 'sent', reason: '', settledAt: 9_000 }];
    await next();
    expect(states()?.map(([state]) => state)).toEqual(['sent', 'queued']);
    cloud.fails = true;
    await next();
    cloud.fails = false;
    cloud.states = [
      { id: 'a', state: 'sent', reason: '', settledAt: 9_000 },
      { id: 'b', state: 'failed', reason: 'no such mailbox', settledAt: 9_500 },
    ];
    await next();
    expect(states()?.at(-1)).toEqual(['failed', 'no such mailbox']);
    // The report of the text message is overdue: nobody asks any more.
    cloud.time = 9_000 + REPORT_WITHIN_MS;
    await next();
    const { length } = cloud.reads;
    await next();
    expect(cloud.reads).toHaveLength(length);
    expect(new Set(cloud.reads)).toEqual(new Set(['S2-1 try-1']));
  });
  it('a test is forgotten with another robot', async () => {
    const { actor, clock, cloud, read } = await start();
    actor.send({ type: 'rule.try', event: 'smoke' });
    await settle();
    actor.send({ type: 'page.robotChanged', serialNumber: 'S2-2' });
    await settle();
    clock.increment(4_000);
    await settle();
    expect(selectAlarmRules(read()).tried).toBeNull();
    expect(cloud.reads).toEqual([]);
  });
  it('messages of a test are not followed any more once the right to see them is gone, and this is said', async () => {
    const { actor, clock, cloud, told } = await start();
    actor.send({ type: 'rule.try', event: 'smoke' });
    await settle();
    cloud.isForbidden = true;
    for (let reading = 0; reading < 3; reading += 1) {
      clock.increment(2_000);
      await settle();
    }
    expect(cloud.reads).toHaveLength(1);
    expect(told.at(-1)?.to).toBe('notices');
    expect(JSON.stringify(told.at(-1))).toContain(String(ERRORS.robotForeign));
  });
  describe('are copied', () => {
    const different = ALARM_EVENTS.map((event) => ({ ...usualRule(event), isOn: event !== 'noise' }));
    async function choose(...serialNumbers: string[]) {
      const page = await start();
      page.cloud.rules = different;
      page.actor.send({ type: 'copy.open' });
      for (const serialNumber of serialNumbers) page.actor.send({ type: 'copy.toggle', serialNumber });
      page.actor.send({ type: 'copy.compare' });
      await settle();
      const state = () => page.read().value.copy;
      return { ...page, state };
    }
    it('to the chosen robots, after their differences were shown, with the revisions that were compared', async () => {
      const { actor, cloud, read, state } = await choose('B', 'C', 'B');
      expect(state()).toBe('compared');
      expect(selectAlarmRules(read()).compared?.targets.map(({ serialNumber }) => serialNumber)).toEqual(['C']);
      expect(cloud.copies).toEqual([]);
      actor.send({ type: 'copy.send' });
      await settle();
      expect(cloud.copies).toEqual([{ serialNumber: 'S2-1', targets: ['C'], revisions: { 'S2-1': 3, C: 0 } }]);
      expect(selectIsCopyOpen(read())).toBe(false);
    });
    it('to nobody who has the same rules, or whose rules cannot be read', async () => {
      const { actor, cloud, read, state } = await choose('B', 'gone');
      expect(selectAlarmRules(read()).compared?.failed.map(({ serialNumber }) => serialNumber)).toEqual(['gone']);
      actor.send({ type: 'copy.back' });
      cloud.rules = ALARM_EVENTS.map(usualRule);
      actor.send({ type: 'copy.compare' });
      await settle();
      actor.send({ type: 'copy.send' });
      await settle();
      expect([state(), cloud.copies]).toEqual(['compared', []]);
    });
    it('not over what somebody saved since the comparison: it is made again and names the robot', async () => {
      const { actor, cloud, read, state } = await choose('B', 'C');
      cloud.refusal = new ApiError('recordChanged', { field: 'revisions' });
      cloud.revisions = { C: 1 };
      actor.send({ type: 'copy.send' });
      await settle();
      expect(state()).toBe('compared');
      expect(selectAlarmRules(read()).changedSince).toEqual(['C']);
      cloud.refusal = null;
      actor.send({ type: 'copy.send' });
      await settle();
      expect(cloud.copies.at(-1)?.revisions).toEqual({ 'S2-1': 3, B: 0, C: 1 });
    });
    it('not while the server refuses, which is said beside the comparison', async () => {
      const { actor, cloud, read, state } = await choose('B');
      cloud.refusal = new ApiError('ruleReachesNobody');
      actor.send({ type: 'copy.send' });
      await settle();
      expect(state()).toBe('compared');
      expect(selectAlarmRules(read()).copyFailure?.code).toBe(ERRORS.ruleReachesNobody);
    });
    it('not when they cannot be compared: the chosen robots stay chosen', async () => {
      const { actor, cloud, read, state } = await choose('B');
      actor.send({ type: 'copy.back' });
      cloud.fails = true;
      actor.send({ type: 'copy.compare' });
      await settle();
      const { copyFailure, targets, compared } = selectAlarmRules(read());
      expect([state(), copyFailure?.code, targets, compared]).toEqual(['choosing', ERRORS.networkFailed, ['B'], null]);
    });
  });
});
