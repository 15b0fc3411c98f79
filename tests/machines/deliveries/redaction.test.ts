/** Recordings of deliveries keep why one waits, and nothing that was typed. */
import { expect, it } from 'vitest';
import { deliveriesRedaction } from '../../../src/machines/deliveries/deliveries.redaction.ts';
import { newDeliveryRedaction } from '../../../src/machines/deliveries/newDelivery.redaction.ts';
import { createRedactor } from '../../../src/machines/recording/redact.ts';
import { sampleDelivery } from '../../fakes/deliverySample.ts';

const { context } = createRedactor(() => new Set());
const why = { reason: 'noWay', detail: 'liftOut', floor: '2F' } as const;

it('the queue keeps why a delivery waits', () => {
  const row = sampleDelivery({ note: 'Mrs Lin', queue: { position: 1, robotName: 'Porter', at: null, ...why } });
  expect(context(deliveriesRedaction, { board: { rows: [row] } })).toMatchObject({
    board: { rows: [{ queue: { position: 1, ...why }, note: { '~': 'string', length: 7 } }] },
  });
});

it('so does the promise of the form', () => {
  expect(context(newDeliveryRedaction, { promise: { ...why, robotName: 'Porter' } })).toEqual({
    promise: { ...why, robotName: { '~': 'string', length: 6 } },
  });
});
