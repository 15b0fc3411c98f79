/** A robot card of the home page: an unresolved alarm case is outlined, named, and one press away. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';
import { CaseLink } from '../../../../src/ui/robots/CaseLink.tsx';
import { FleetRobotCard } from '../../../../src/ui/pages/home/FleetRobotCard.tsx';
import { sampleCase } from '../../../fakes/alarmSample.ts';
import { renderInApp } from '../../renderPage.tsx';
import { robotOf } from '../../robotOf.ts';

const robot = robotOf();
const show = async (rows: AlarmCase[]) => {
  await renderInApp(
    <FleetRobotCard
      robot={robot}
      status="Working"
      task="Delivers"
      reason="waits for a door"
      alarm={rows.length > 0 ? <CaseLink serialNumber={robot.serialNumber} name="Porter 1" /> : undefined}
      age={{ text: '1 s', stale: false, title: '' }}
      battery={{ percent: 50, charging: false, unknown: false, label: '50%' }}
      chosen={false}
      stale={false}
      hovered={false}
      onChoose={() => {}}
      onOpen={() => {}}
      openLabel="Open"
      openName="Open Porter 1"
    />,
    { contexts: { alarms: { rows } } },
  );
  return screen.getByRole('article');
};

it('is outlined, names the event, and leads to the case', async () => {
  const card = await show([sampleCase({ id: 'c7', serialNumber: robot.serialNumber, event: 'doorOpen' })]);
  expect(card.className).toContain('robot-card-alarm');
  const link = screen.getByRole('link', { name: 'Alarm case of Porter 1: Door open' });
  expect([link.getAttribute('href'), link.textContent]).toEqual(['/alarms/case?id=c7', 'Door open']);
  expect(card.textContent).toContain('waits for a door');
});

it('is plain without a case', async () => {
  const card = await show([]);
  expect(card.className).not.toContain('robot-card-alarm');
  expect(card.textContent).toContain('waits for a door');
});
