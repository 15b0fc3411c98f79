/** The fields of charging bays in the panel of a point. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Bay } from '../../../../contract/rules/points.ts';
import type { DraftPoint } from '../../../../src/machines/mapEditor/draft.ts';
import { BayFields } from '../../../../src/ui/pages/mapEditor/BayFields.tsx';
import { renderInApp } from '../../renderPage.tsx';

const BAY: Bay = { id: 'dock-1', name: 'Dock 1', x: 2, y: 3, theta: 0 };
const pointWith = (chargeBase: Bay[]) =>
  ({ areaId: 'dock', name: 'Dock', worldX: 2, worldY: 3, angle: 90, chargeBase }) as DraftPoint;

async function show(chargeBase: Bay[]) {
  const changes: Bay[][] = [];
  const page = await renderInApp(
    <BayFields point={pointWith(chargeBase)} error={undefined} onChange={(bays) => changes.push(bays)} />,
  );
  return { ...page, changes };
}

it('adds the first bay at the point, and the next beside the last under a free id', async () => {
  const empty = await show([]);
  await empty.press(screen.getByRole('button', { name: 'Add bay' }));
  expect(empty.changes).toEqual([[{ id: 'dock-1', name: 'Dock 1', x: 2, y: 3, theta: Math.PI / 2 }]]);
  empty.unmount();

  const second = { ...BAY, id: 'dock-2', name: 'Dock 2' };
  const page = await show([second]);
  await page.press(screen.getByRole('button', { name: 'Add bay' }));
  expect(page.changes).toEqual([[second, { ...BAY, x: 3 }]]);
});

it('changes name, place and direction, and removes a bay', async () => {
  const page = await show([BAY]);
  const type = (label: string, value: string) =>
    page.after(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
  await type('Name of bay 1', 'North dock');
  await type('x of bay 1, m', '2,5');
  await type('x of bay 1, m', 'x');
  await type('Angle of bay 1, degrees', '180');
  await page.press(screen.getByRole('button', { name: 'Remove Dock 1' }));
  expect(page.changes).toEqual([
    [{ ...BAY, name: 'North dock' }],
    [{ ...BAY, x: 2.5 }],
    [{ ...BAY, theta: Math.PI }],
    [],
  ]);
});
