/** Whose last message about a delivery was not sent. */
import { expect, it } from 'vitest';
import { maskAccount } from '../../../contract/rules/maskAccount.ts';
import type { DeliveryRow, DeliveryStepRow } from '../../../server/db/repositories/deliveries.ts';
import { unsentTo } from '../../../server/features/unsentMessages.ts';

const [PHONE, LOADER] = ['+12025550123', '+12025550155'];
const row = (status: DeliveryRow['status'], loaderPhone = LOADER) =>
  ({ status, phoneNumber: PHONE, loaderPhone }) as DeliveryRow;
const line = (kind: DeliveryStepRow['kind'], phone: string, status: DeliveryRow['status'] = 'delivering') => ({
  kind,
  status,
  subject: maskAccount(phone),
});

it('is known by the last line about each of the two, as long as the message matters', () => {
  const failed = [line('messageFailed', LOADER, 'goingToLoadingPoint'), line('messageLimited', PHONE)];
  expect(unsentTo(row('goingToLoadingPoint'), failed)).toEqual(['loading', 'pickup']);
  expect(unsentTo(row('delivering'), failed)).toEqual(['pickup']);
  expect(unsentTo(row('completed'), failed)).toEqual([]);
  expect(unsentTo(row('delivering'), [...failed, line('codeResent', PHONE)])).toEqual([]);
  expect(unsentTo(row('delivering'), [line('messageSent', PHONE)])).toEqual([]);
});

it('is told apart by the status if both have the same number', () => {
  const early = line('messageFailed', PHONE, 'goingToLoadingPoint');
  expect(unsentTo(row('arrivedAtLoadingPoint', PHONE), [early])).toEqual(['loading']);
  expect(unsentTo(row('delivering', PHONE), [early, line('messageFailed', PHONE)])).toEqual(['pickup']);
});
