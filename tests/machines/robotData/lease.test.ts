import { describe, expect, it } from 'vitest';
import type { Lease } from '../../../contract/entities/lease.ts';
import { isNewerLease } from '../../../src/machines/robotData/leaseOrder.ts';
import { ME, OTHER, startLease } from '../../fakes/startLease.ts';

const lease = (number: number, holder: string | null, expiresAt: number | null = null): Lease => ({
  serialNumber: 'SN',
  number,
  since: null,
  reason: null,
  askedBy: null,
  expiresAt,
  holder: holder === null ? null : { userId: holder, name: holder, clientId: holder },
});

describe('which picture of the lease is newer', () => {
  it.each([
    ['a higher number', lease(4, OTHER), lease(3, ME, 99), true],
    ['a lower number', lease(2, ME), lease(3, OTHER), false],
    ['given back', lease(3, null), lease(3, ME, 99), true],
    ['held again under the same number', lease(3, ME, 99), lease(3, null), false],
    ['renewed', lease(3, ME, 20), lease(3, ME, 10), true],
    ['before the renewal', lease(3, ME, 10), lease(3, ME, 20), false],
  ])('%s: %#', (_, found, known, answer) => expect(isNewerLease(found, known)).toBe(answer));
});

it('a hand-over refused leaves the lease where it is', async () => {
  const { actor, cloud, hear } = startLease();
  hear(cloud.heldBy(ME));
  hear({ ...cloud.lease, askedBy: { userId: OTHER, name: 'Chen Yu', clientId: OTHER, at: 1 } });
  actor.send({ type: 'lease.handOver' });
  await cloud.refuse('networkFailed');
  expect(actor.getSnapshot().hasTag('mine')).toBe(true);
  expect(actor.getSnapshot().context.refusal?.code).toBe(40501);
});

it('a hand-over is offered to nobody who has not asked', () => {
  const { actor, cloud, hear, calls } = startLease();
  hear(cloud.heldBy(ME));
  actor.send({ type: 'lease.handOver' });
  expect(calls).toEqual([]);
});

it('a renewal that the cloud denies ends it at once', async () => {
  const { actor, clock, cloud, hear } = startLease();
  hear(cloud.heldBy(ME));
  clock.increment(5_000);
  await cloud.refuse('leaseLost');
  expect(actor.getSnapshot().hasTag('mine')).toBe(false);
  expect(actor.getSnapshot().context.loss?.why).toBe('expired');
});

it('whoever leaves the page gives the lease back', () => {
  const { actor, cloud, hear, released } = startLease();
  hear(cloud.heldBy(ME));
  actor.stop();
  expect(released).toEqual([cloud.lease.number]);
});

it('nothing can be taken before this tab has a name at the broker', () => {
  const { actor, calls } = startLease(null);
  actor.send({ type: 'lease.take' });
  expect(calls).toEqual([]);
  actor.send({ type: 'client.known', clientId: ME });
  actor.send({ type: 'lease.take' });
  expect(calls).toHaveLength(1);
});

it('old news of the topic does not undo a reply', async () => {
  const { actor, cloud, hear } = startLease();
  const before = cloud.lease;
  actor.send({ type: 'lease.take' });
  await cloud.answer(cloud.heldBy(ME));
  hear(before);
  expect(actor.getSnapshot().hasTag('mine')).toBe(true);
});

it('hearing again what is known renews nothing', () => {
  const { actor, clock, cloud, hear } = startLease();
  hear(cloud.heldBy(ME));
  for (let second = 0; second < 15; second += 1) {
    clock.increment(1_000);
    hear(cloud.lease);
  }
  expect(actor.getSnapshot().hasTag('mine')).toBe(false);
});
