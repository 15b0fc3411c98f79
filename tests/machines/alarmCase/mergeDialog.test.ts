/** The dialog in which a case is merged with another one, and the case that the page shows then. */
import { expect, it } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import {
  selectAlarmCase,
  selectAreMergeableLoading,
  selectIsMerging,
} from '../../../src/machines/alarmCase/alarmCase.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startAlarmCase } from '../../fakes/startAlarmCase.ts';

type Told = Awaited<ReturnType<typeof startAlarmCase>>['told'];
const eventsTo = (told: Told, name: string) => told.filter(({ to }) => to === name).map(({ event }) => event);

it('offers the other cases; after merging, the page goes on with the older one', async () => {
  const { actor, cloud, told, read } = await startAlarmCase();
  actor.send({ type: 'merge.open' });
  expect([selectIsMerging(read()), selectAreMergeableLoading(read())]).toEqual([true, true]);
  await settle();
  expect(selectAlarmCase(read()).mergeable.map(({ id }) => id)).toEqual(['case-0']);
  actor.send({ type: 'case.do', task: { type: 'merge', otherId: 'case-0' } });
  await settle();
  expect(cloud.tasks).toEqual([{ type: 'merge', otherId: 'case-0' }]);
  expect(selectIsMerging(read())).toBe(false);
  expect(eventsTo(told, 'navigation')).toContainEqual({
    type: 'navigation.query',
    query: { id: 'case-0' },
    push: true,
  });
});

it('stays on the page if its case is the older one', async () => {
  const { actor, told, cloud, read } = await startAlarmCase();
  actor.send({ type: 'merge.open' });
  await settle();
  actor.send({ type: 'case.do', task: { type: 'merge', otherId: 'case-1' } });
  await settle();
  expect(selectIsMerging(read())).toBe(false);
  expect(eventsTo(told, 'navigation')).toEqual([]);
  expect(cloud.loads).toEqual(['case-1', 'case-1']);
});

it('says when the cases could not be loaded, and loads them again', async () => {
  const { actor, cloud, read } = await startAlarmCase();
  cloud.fails = true;
  actor.send({ type: 'merge.open' });
  await settle();
  expect(selectAlarmCase(read()).mergeFailure?.code).toBe(ERRORS.networkFailed);
  cloud.fails = false;
  actor.send({ type: 'merge.retry' });
  await settle();
  expect(selectAlarmCase(read())).toMatchObject({ mergeFailure: null, mergeable: [{ id: 'case-0' }] });
});
