/** Steps of a delivery that take far longer than usual are marked and say so. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { DeliveryStep } from '../../../../contract/entities/delivery.ts';
import { DeliveryHistory } from '../../../../src/ui/pages/deliveries/DeliveryHistory.tsx';
import { AT, sampleDelivery } from '../../../fakes/deliverySample.ts';
import { renderInApp } from '../../renderPage.tsx';

const MINUTE = 60_000;
const line = (id: number, minutesAgo: number, more: Partial<DeliveryStep>): DeliveryStep => ({
  id,
  at: AT - minutesAgo * MINUTE,
  kind: 'status',
  status: 'created',
  cause: 'robot',
  by: '',
  reason: '',
  subject: '',
  value: null,
  ...more,
});
const USUAL = [
  { status: 'created', ms: MINUTE },
  { status: 'goingToLoadingPoint', ms: 2 * MINUTE },
  { status: 'delivering', ms: 3 * MINUTE },
] as const;

async function marked(steps: readonly DeliveryStep[], usualSteps: typeof USUAL | undefined = USUAL) {
  await renderInApp(
    <DeliveryHistory
      details={{
        time: AT,
        delivery: sampleDelivery({ timeout: null }),
        steps,
        usualSteps,
        track: [],
        map: null,
        photoUrl: '',
      }}
      timeZone="UTC"
      now={AT}
    />,
  );
  return screen
    .getAllByRole('listitem')
    .flatMap((item) => (/usual/u.test(item.textContent ?? '') ? [item.textContent?.slice(5)] : []));
}

it('marks the step that took twice the usual time, and one that takes it now', async () => {
  const steps = [
    line(1, 20, {}),
    line(2, 19, { status: 'goingToLoadingPoint' }),
    // Not a step of its own: the way to the loading point took 12 minutes.
    line(3, 18, { kind: 'openAsked', status: 'goingToLoadingPoint' }),
    line(4, 7, { status: 'delivering' }),
  ];
  expect(await marked(steps)).toEqual([
    'Going to loading pointTook twice the usual 2:00 or longer.',
    'DeliveringTook twice the usual 3:00 or longer.',
  ]);
});
it('marks nothing that takes as long as always, or of which nothing is known', async () => {
  expect(await marked([line(1, 5, { status: 'delivering' })])).toEqual([]);
  expect(await marked([line(1, 60, { status: 'loading' })])).toEqual([]);
});
