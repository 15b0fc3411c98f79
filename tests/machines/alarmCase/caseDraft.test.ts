/** What was typed about a case survives a reload, a forced sign-out and a lost network; and the photo of the place afterwards. */
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../contract/wire/errors.ts';
import type { CaseDraft } from '../../../src/machines/alarmCase/alarmCase.machine.ts';
import {
  selectAlarmCase,
  selectArePhotosLoading,
  selectIsResolving,
} from '../../../src/machines/alarmCase/alarmCase.selectors.ts';
import { sampleCase, takenCase } from '../../fakes/alarmSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startAlarmCase } from '../../fakes/startAlarmCase.ts';

const draft = (change: Partial<CaseDraft>): CaseDraft => ({
  typed: '',
  cause: null,
  note: '',
  isResolving: false,
  ...change,
});

describe('what was typed', () => {
  it('is back after a reload, for its case only, with the dialog in which it was typed', async () => {
    const before = await startAlarmCase({ found: takenCase('u1') });
    before.actor.send({ type: 'note.type', text: 'Key at the desk' });
    before.actor.send({ type: 'resolve.open' });
    before.actor.send({ type: 'resolve.cause', cause: 'removed' });
    before.actor.send({ type: 'resolve.note', note: 'Boxes moved' });
    // The tab is reloaded.
    const after = await startAlarmCase({ found: takenCase('u1'), drafts: before.cloud.kept });
    expect(selectAlarmCase(after.read())).toMatchObject({
      typed: 'Key at the desk',
      cause: 'removed',
      note: 'Boxes moved',
    });
    expect(selectIsResolving(after.read())).toBe(true);
    after.actor.send({ type: 'page.queryChanged', query: { id: 'case-2' } });
    await settle();
    expect(selectAlarmCase(after.read())).toMatchObject({ typed: '', cause: null, note: '' });
    expect(selectIsResolving(after.read())).toBe(false);
    after.actor.send({ type: 'page.queryChanged', query: { id: 'case-1' } });
    await settle();
    expect(selectAlarmCase(after.read())).toMatchObject({ typed: 'Key at the desk', note: 'Boxes moved' });
    expect(selectIsResolving(after.read())).toBe(false);
  });
  it('a closed dialog stays closed', async () => {
    const drafts = { 'case-1': draft({ note: 'Boxes moved' }) };
    const { read } = await startAlarmCase({ found: takenCase('u1'), drafts });
    expect(selectIsResolving(read())).toBe(false);
    expect(selectAlarmCase(read()).note).toBe('Boxes moved');
  });
  it('stays when it could not be sent, and is forgotten once it was', async () => {
    const { actor, cloud } = await startAlarmCase({ found: takenCase('u1') });
    actor.send({ type: 'note.type', text: 'Key at the desk' });
    const task = { type: 'note', text: 'Key at the desk' } as const;
    cloud.refusal = new ApiError('networkFailed');
    actor.send({ type: 'case.do', task });
    await settle();
    expect(cloud.kept).toEqual({ 'case-1': draft({ typed: 'Key at the desk' }) });
    cloud.refusal = null;
    actor.send({ type: 'case.do', task });
    await settle();
    expect(cloud.kept).toBeNull();
  });
  it('a cause and its note are forgotten once the case is resolved, what another case has stays', async () => {
    const other = { 'case-2': draft({ typed: 'Mop is on its way' }) };
    const { actor, cloud } = await startAlarmCase({ found: takenCase('u1'), drafts: other });
    actor.send({ type: 'resolve.open' });
    actor.send({ type: 'resolve.cause', cause: 'removed' });
    actor.send({ type: 'resolve.note', note: 'Boxes moved' });
    expect(cloud.kept?.['case-1']).toEqual(draft({ cause: 'removed', note: 'Boxes moved', isResolving: true }));
    actor.send({
      type: 'case.do',
      task: { type: 'resolve', cause: 'removed', note: 'Boxes moved', pictureId: '' },
    });
    await settle();
    expect(cloud.kept).toEqual(other);
  });
  it.each([
    ['a note', { type: 'note', text: 'Key at the desk' }, { cause: 'removed', note: 'Boxes moved' }],
    [
      'resolving',
      { type: 'resolve', cause: 'removed', note: 'Boxes moved', pictureId: '' },
      { typed: 'Key at the desk' },
    ],
  ] as const)('the answer to %s leaves the case alone that is shown by then', async (_, task, left) => {
    const { actor, cloud, told, read } = await startAlarmCase({ found: takenCase('u1') });
    actor.send({ type: 'note.type', text: 'Key at the desk' });
    actor.send({ type: 'resolve.open' });
    actor.send({ type: 'resolve.cause', cause: 'removed' });
    actor.send({ type: 'resolve.note', note: 'Boxes moved' });
    const answer = cloud.holdAnswers();
    actor.send({ type: 'case.do', task });
    actor.send({ type: 'page.queryChanged', query: { id: 'case-2' } });
    actor.send({ type: 'note.type', text: 'Mop is on its way' });
    await settle();
    actor.send({ type: 'resolve.open' });
    actor.send({ type: 'resolve.cause', cause: 'handled' });
    const { details } = selectAlarmCase(read());
    answer();
    await settle();
    expect(selectAlarmCase(read())).toMatchObject({
      details,
      typed: 'Mop is on its way',
      cause: 'handled',
      task: null,
    });
    expect(selectIsResolving(read())).toBe(true);
    expect(cloud.kept).toEqual({
      'case-1': draft(left),
      'case-2': draft({ typed: 'Mop is on its way', cause: 'handled', isResolving: true }),
    });
    expect(told).toContainEqual({ to: 'alarms', event: { type: 'alarms.reload', own: 'case-1' } });
    actor.send({ type: 'page.queryChanged', query: { id: 'case-1' } });
    await settle();
    expect(selectAlarmCase(read())).toMatchObject({ typed: '', cause: null, note: '', ...left });
  });
  it('an act that fails after another case was opened says so and leaves that case alone', async () => {
    const { actor, cloud, read } = await startAlarmCase({ found: takenCase('u1') });
    actor.send({ type: 'note.type', text: 'Key at the desk' });
    const answer = cloud.holdAnswers();
    cloud.refusal = new ApiError('alarmResolved');
    actor.send({ type: 'case.do', task: { type: 'note', text: 'Key at the desk' } });
    actor.send({ type: 'page.queryChanged', query: { id: 'case-2' } });
    await settle();
    actor.send({ type: 'resolve.open' });
    answer();
    await settle();
    expect(selectIsResolving(read())).toBe(true);
    expect(selectAlarmCase(read()).task).toBeNull();
    expect(cloud.kept?.['case-1']).toEqual(draft({ typed: 'Key at the desk' }));
  });
  it('is kept for the last ten cases', async () => {
    const drafts = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`c${i}`, draft({ typed: `${i}` })]));
    const { actor, cloud } = await startAlarmCase({ drafts });
    actor.send({ type: 'note.type', text: 'Newest' });
    expect(Object.keys(cloud.kept ?? {})).toEqual([...Object.keys(drafts).slice(1), 'case-1']);
  });
});

describe('the picture after the alarm', () => {
  const photo = { fileId: 'f1', takenAt: 5_000, url: '/f1' };
  it('is chosen among the photos since the alarm, or left to a robot', async () => {
    const { actor, cloud, read } = await startAlarmCase({ found: takenCase('u1', { lastAt: 4_000 }) });
    cloud.photos = [photo];
    actor.send({ type: 'resolve.open' });
    expect(selectArePhotosLoading(read())).toBe(true);
    await settle();
    expect(cloud.photosAsked).toEqual([{ serialNumber: 'S2-1', since: 4_000 }]);
    expect(selectAlarmCase(read())).toMatchObject({ photos: [photo], photo: '' });
    actor.send({ type: 'resolve.photo', fileId: 'f1' });
    expect(selectAlarmCase(read()).photo).toBe('f1');
    actor.send({ type: 'case.do', task: { type: 'resolve', cause: 'handled', note: '', pictureId: 'f1' } });
    await settle();
    expect(selectAlarmCase(read()).photo).toBe('');
  });
  it('waits for the case when the dialog is open before it was loaded', async () => {
    const drafts = { 'case-1': draft({ isResolving: true }) };
    const { cloud } = await startAlarmCase({ found: sampleCase(), drafts });
    expect(cloud.photosAsked).toEqual([{ serialNumber: 'S2-1', since: 1_000 }]);
  });
  it('chosen before stays chosen while the list has it; photos of before are not shown meanwhile', async () => {
    const { actor, cloud, read } = await startAlarmCase({ found: takenCase('u1') });
    cloud.photos = [photo];
    actor.send({ type: 'resolve.open' });
    await settle();
    actor.send({ type: 'resolve.photo', fileId: 'f1' });
    actor.send({ type: 'dialog.close' });
    cloud.photos = [{ ...photo, fileId: 'f2' }, photo];
    actor.send({ type: 'resolve.open' });
    expect(selectAlarmCase(read()).photos).toEqual([]);
    await settle();
    expect(selectAlarmCase(read())).toMatchObject({ photos: cloud.photos, photo: 'f1' });
    actor.send({ type: 'dialog.close' });
    cloud.photos = [{ ...photo, fileId: 'f2' }];
    actor.send({ type: 'resolve.open' });
    await settle();
    expect(selectAlarmCase(read())).toMatchObject({ photos: cloud.photos, photo: '' });
  });
  it('photos that do not come do not prevent the case from being resolved', async () => {
    const { actor, cloud, read } = await startAlarmCase({ found: takenCase('u1') });
    cloud.photos = new ApiError('networkFailed');
    actor.send({ type: 'resolve.open' });
    await settle();
    expect(selectAlarmCase(read()).photosFailure).not.toBeNull();
    expect(selectIsResolving(read())).toBe(true);
    cloud.photos = [photo];
    actor.send({ type: 'photos.retry' });
    await settle();
    expect(selectAlarmCase(read())).toMatchObject({ photos: [photo], photosFailure: null });
  });
});
