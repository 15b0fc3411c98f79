/** The page of one alarm case: loaded, kept current, acted on, resolved, handed over. */
import { describe, expect, it } from 'vitest';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  selectAlarmCase,
  selectArePeopleLoading,
  selectAreRobotsLoading,
  selectCaseActions,
  selectHasFailed,
  selectIsActing,
  selectIsHanding,
  selectIsResolving,
  selectIsSending,
  selectIsSpeaking,
} from '../../../src/machines/alarmCase/alarmCase.selectors.ts';
import { takenCase } from '../../fakes/alarmSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startAlarmCase, STOP } from '../../fakes/startAlarmCase.ts';

const message = {
  id: 'm1',
  level: 1,
  name: 'Desk',
  channel: 'sms',
  state: 'queued',
  attempts: 1,
  reason: '',
  at: 500,
  settledAt: null,
  nextTryAt: 6_000,
} as const;
const notice = (caseId: string) =>
  ({
    type: 'page.noticed',
    notice: { type: 'alarmChanged', caseId, serialNumber: 'S2-1', isRaised: false, isOffered: false, isOwn: false },
  }) as const;

describe('a case', () => {
  it('says which pictures it shows already when it is read again, none for another case', async () => {
    const { clock, cloud, actor } = await startAlarmCase();
    cloud.pictures = [{ fileId: 'at', moment: 'at', at: 500, url: '/at', box: null }];
    for (let times = 0; times < 2; times += 1) {
      actor.send(notice('case-1'));
      clock.increment(300);
      await settle();
    }
    actor.send({ type: 'page.queryChanged', query: { id: 'case-2' } });
    await settle();
    expect(cloud.shown).toEqual([[], [], ['at'], []]);
  });
  it('is read again while a message is on its way, and no longer when it was delivered', async () => {
    const { clock, cloud, actor } = await startAlarmCase();
    clock.increment(60_000);
    await settle();
    expect(cloud.loads).toHaveLength(1);
    cloud.messages = [message];
    actor.send(notice('case-1'));
    clock.increment(300);
    await settle();
    expect(cloud.loads).toHaveLength(2);
    cloud.messages = [{ ...message, state: 'delivered', settledAt: 7_000, nextTryAt: null }];
    clock.increment(5_000);
    await settle();
    expect(cloud.loads).toHaveLength(3);
    clock.increment(60_000);
    await settle();
    expect(cloud.loads).toHaveLength(3);
  });
  it('that does not exist says so, and can be loaded again', async () => {
    const { actor, cloud, read } = await startAlarmCase({ fails: true });
    expect(selectHasFailed(read())).toBe(true);
    expect(selectAlarmCase(read()).failure?.code).toBe(ERRORS.notFound);
    cloud.fails = false;
    actor.send({ type: 'case.retry' });
    await settle();
    expect(selectAlarmCase(read()).details?.case.id).toBe('case-1');
  });
  it('follows its own changes, not those of others, and keeps what it shows when a load fails', async () => {
    const { actor, cloud, clock, read } = await startAlarmCase();
    actor.send(notice('another'));
    clock.increment(300);
    await settle();
    expect(cloud.loads).toHaveLength(1);
    cloud.found = takenCase('lin');
    actor.send(notice('case-1'));
    clock.increment(300);
    await settle();
    expect(selectAlarmCase(read()).details?.case.state).toBe('taken');
    cloud.fails = true;
    actor.send(notice('case-1'));
    clock.increment(300);
    await settle();
    expect(selectAlarmCase(read()).details?.case.state).toBe('taken');
    cloud.fails = false;
    clock.increment(5_000);
    await settle();
    expect(cloud.loads).toHaveLength(4);
  });
  it('gives way to the next one that the address names', async () => {
    const { actor, told, cloud, read } = await startAlarmCase();
    actor.send({ type: 'case.show', caseId: 'case-2' });
    expect(told.at(-1)).toMatchObject({
      to: 'navigation',
      event: { type: 'navigation.query', query: { id: 'case-2' } },
    });
    actor.send({ type: 'note.type', text: 'half a word' });
    actor.send({ type: 'page.queryChanged', query: { id: 'case-2' } });
    await settle();
    expect(cloud.loads).toEqual(['case-1', 'case-2']);
    expect(selectAlarmCase(read())).toMatchObject({ caseId: 'case-2', typed: '' });
  });
});

describe('what the user does', () => {
  it('takes it: the reply shows at once, and the bell is told', async () => {
    const { actor, told, read } = await startAlarmCase();
    actor.send({ type: 'case.do', task: { type: 'take' } });
    expect(selectIsActing(read())).toBe(true);
    await settle();
    expect(selectAlarmCase(read()).details?.case.owner?.id).toBe('u1');
    expect(told).toContainEqual({ to: 'alarms', event: { type: 'alarms.reload', own: 'case-1' } });
  });
  it('a refusal is told, and the page shows who was first', async () => {
    const { actor, told, cloud } = await startAlarmCase();
    cloud.refusal = new ApiError('alarmTakenByOther', { words: { name: 'Lin Wei' } });
    actor.send({ type: 'case.do', task: { type: 'take' } });
    await settle();
    expect(told.at(-1)).toMatchObject({ to: 'notices' });
    expect(cloud.loads).toHaveLength(2);
  });
  it('resolves it with a cause and a note; the dialog closes with it', async () => {
    const { actor, cloud, read } = await startAlarmCase({ found: takenCase('u1') });
    actor.send({ type: 'resolve.open' });
    expect(selectIsResolving(read())).toBe(true);
    actor.send({ type: 'resolve.cause', cause: 'removed' });
    actor.send({ type: 'resolve.note', note: 'Boxes moved' });
    const { cause, note } = selectAlarmCase(read());
    actor.send({ type: 'case.do', task: { type: 'resolve', cause: cause ?? 'other', note, pictureId: '' } });
    await settle();
    expect(cloud.tasks).toEqual([{ type: 'resolve', cause: 'removed', note: 'Boxes moved', pictureId: '' }]);
    expect(selectIsResolving(read())).toBe(false);
    expect(selectAlarmCase(read())).toMatchObject({ cause: null, note: '' });
  });
  it('hands it over to somebody who is listed; the list can fail and be loaded again', async () => {
    const { actor, cloud, read } = await startAlarmCase({ found: takenCase('u1') });
    cloud.fails = true;
    actor.send({ type: 'handOver.open' });
    expect(selectArePeopleLoading(read())).toBe(true);
    await settle();
    expect(selectAlarmCase(read()).peopleFailure?.code).toBe(ERRORS.networkFailed);
    cloud.fails = false;
    actor.send({ type: 'handOver.retry' });
    await settle();
    expect(selectAlarmCase(read()).people.map(({ id }) => id)).toEqual(['chen']);
    actor.send({ type: 'case.do', task: { type: 'handOver', to: 'chen' } });
    await settle();
    expect(selectIsHanding(read())).toBe(false);
  });
  it('a note that was not stored is not lost', async () => {
    const { actor, cloud, read } = await startAlarmCase();
    actor.send({ type: 'note.type', text: 'On my way' });
    cloud.refusal = new ApiError('caseNotesFull');
    actor.send({ type: 'case.do', task: { type: 'note', text: 'On my way' } });
    await settle();
    expect(selectAlarmCase(read()).typed).toBe('On my way');
    cloud.refusal = null;
    actor.send({ type: 'case.do', task: { type: 'note', text: 'On my way' } });
    await settle();
    expect(selectAlarmCase(read()).typed).toBe('');
  });
});

describe('robots for its place', () => {
  it('the fastest is chosen, another can be, and the chosen one is sent after a confirmation', async () => {
    const { actor, cloud, read } = await startAlarmCase();
    actor.send({ type: 'send.open' });
    expect([selectIsSending(read()), selectAreRobotsLoading(read())]).toEqual([true, true]);
    await settle();
    expect(selectAlarmCase(read()).chosen).toBe('fast');
    actor.send({ type: 'robot.pick', serialNumber: 'slow' });
    expect(cloud.asked).toEqual([]);
    actor.send({ type: 'send.confirm', at: 5 });
    expect(cloud.asked).toMatchObject([{ serialNumber: 'slow', request: { kind: 'goTo', ...STOP } }]);
    expect(selectIsSending(read())).toBe(false);
    expect(selectCaseActions(read())?.getSnapshot().context.actions).toMatchObject([{ robotName: 'Robot slow' }]);
  });

  it('the nearest speaks; nothing is sent when the dialog is closed or the case changes', async () => {
    const { actor, cloud, read } = await startAlarmCase();
    actor.send({ type: 'speak.open' });
    await settle();
    actor.send({ type: 'speak.confirm', text: ' Leave ', at: 5 });
    expect(cloud.asked).toMatchObject([{ serialNumber: 'voice', request: { kind: 'say', text: 'Leave' } }]);
    actor.send({ type: 'speak.open' });
    await settle();
    actor.send({ type: 'dialog.close' });
    actor.send({ type: 'send.open' });
    actor.send({ type: 'page.queryChanged', query: { id: 'case-2' } });
    await settle();
    expect([selectIsSpeaking(read()), selectIsSending(read()), cloud.asked.length]).toEqual([false, false, 1]);
  });

  it('that cannot be loaded says so, and can be loaded again', async () => {
    const { actor, cloud, read } = await startAlarmCase();
    cloud.fails = true;
    actor.send({ type: 'send.open' });
    await settle();
    expect(selectAlarmCase(read()).robotsFailure?.code).toBe(ERRORS.networkFailed);
    actor.send({ type: 'send.confirm', at: 5 });
    expect(cloud.asked).toEqual([]);
    actor.send({ type: 'send.open' });
    cloud.fails = false;
    await settle();
    actor.send({ type: 'dialog.close' });
    actor.send({ type: 'send.open' });
    await settle();
    expect(selectAlarmCase(read())).toMatchObject({ chosen: 'fast', robotsFailure: null });
  });
});

describe('without the network', () => {
  it('keeps the case, says that it is old until it was read again, and catches up', async () => {
    const { actor, cloud, clock, read } = await startAlarmCase();
    const isStale = () => selectAlarmCase(read()).isStale;
    cloud.fails = true;
    actor.send({ type: 'page.resumed' });
    await settle();
    expect([isStale(), selectAlarmCase(read()).details?.case.id, selectHasFailed(read())]).toEqual([
      true,
      'case-1',
      false,
    ]);
    // Still old while it is being read.
    clock.increment(5_000);
    expect(isStale()).toBe(true);
    await settle();
    cloud.fails = false;
    clock.increment(5_000);
    await settle();
    expect(isStale()).toBe(false);
  });
  it.each(['networkFailed', 'requestTimedOut'] as const)(
    'an act that got no answer (%s) keeps dialog, cause and note, and reads the case again',
    async (error) => {
      const { actor, cloud, read, told } = await startAlarmCase({ found: takenCase('u1') });
      actor.send({ type: 'note.type', text: 'Key is at the desk' });
      actor.send({ type: 'resolve.open' });
      actor.send({ type: 'resolve.cause', cause: 'removed' });
      actor.send({ type: 'resolve.note', note: 'Boxes moved' });
      cloud.refusal = new ApiError(error);
      const task = { type: 'resolve', cause: 'removed', note: 'Boxes moved', pictureId: '' } as const;
      actor.send({ type: 'case.do', task });
      await settle();
      expect(selectIsResolving(read())).toBe(true);
      expect(selectAlarmCase(read())).toMatchObject({
        cause: 'removed',
        note: 'Boxes moved',
        typed: 'Key is at the desk',
        task: null,
      });
      expect([cloud.loads.length, JSON.stringify(told).includes(String(ERRORS[error]))]).toEqual([2, true]);
      cloud.refusal = null;
      actor.send({ type: 'case.do', task });
      await settle();
      expect(selectIsResolving(read())).toBe(false);
    },
  );
  it('keeps a note whose sending failed', async () => {
    const { actor, cloud, read } = await startAlarmCase();
    actor.send({ type: 'note.type', text: 'Key is at the desk' });
    cloud.refusal = new ApiError('networkFailed');
    actor.send({ type: 'case.do', task: { type: 'note', text: 'Key is at the desk' } });
    await settle();
    expect(selectAlarmCase(read()).typed).toBe('Key is at the desk');
    expect(selectIsActing(read())).toBe(false);
  });
});
