/** "Copy to robots…" in jsdom: from the list and the details of a run, what does not fit said before, answers with links. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { failureOf } from '../../../src/machines/failure.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { settle } from '../../fakes/settle.ts';
import { sampleDetail } from '../../fakes/robotSample.ts';
import { showSchedules } from '../pages/schedules/showSchedules.tsx';

afterEach(cleanup);

const ROBOTS = Object.fromEntries(
  [
    ['S2-1', 'East patrol'],
    ['S2-2', 'West patrol'],
    ['S2-3', 'Garage patrol'],
    ['S2-4', 'Roof patrol'],
  ].map(([serialNumber = '', robotNickName = '']) => [serialNumber, sampleDetail({ serialNumber, robotNickName })]),
);

async function openCopy(copyTo?: NonNullable<Parameters<typeof showSchedules>[0]>['copyTo']) {
  const shown = await showSchedules({
    robots: ROBOTS,
    ...(copyTo && { copyTo }),
    checks: [
      { serialNumber: 'S2-2', failure: null },
      { serialNumber: 'S2-3', failure: failureOf(new ApiError('wrongFloor')) },
    ],
  });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Lobby round at 22:00' }), { key: 'Enter' });
  await shown.press(screen.getByRole('menuitem', { name: 'Copy to robots…' }));
  await settle();
  return { ...shown, dialog: screen.getByRole('dialog', { name: 'Copy Lobby round at 22:00' }) };
}

it('a robot that cannot have the task is listed with the reason, and the search finds robots by name', async () => {
  const { dialog } = await openCopy();
  const box = (name: string) => within(dialog).getByRole('checkbox', { name });
  expect(box('West patrol').getAttribute('aria-disabled')).not.toBe('true');
  expect(box('Garage patrol').closest('li')?.textContent).toContain("The robot doesn't have the map of this route.");
  expect(box('Roof patrol').closest('li')?.textContent).toContain("You don't administer this robot");
  fireEvent.click(box('Garage patrol'));
  expect(within(dialog).getByRole('button', { name: /^Copy to 0 robots/u })).toBeDefined();
  fireEvent.change(within(dialog).getByRole('searchbox', { name: 'Search robots' }), { target: { value: 'west' } });
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1);
  fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'nobody' } });
  expect(within(dialog).getByText('No robot matches your search.')).toBeDefined();
});

it('each robot that got the task has a link to it, and Done reads the timetable again', async () => {
  const { dialog, press, reads } = await openCopy();
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'West patrol' }));
  await press(within(dialog).getByRole('button', { name: /^Copy to 1 robot/u }));
  await settle();
  const answer = within(screen.getByRole('status', { name: 'Copies' })).getByRole('listitem');
  expect(answer.textContent).toBe('West patrolAlready has the taskOpen the task');
  expect(within(answer).getByRole('link').getAttribute('href')).toBe('/schedules/task?id=copy-S2-2&serialNumber=S2-2');
  const before = reads.length;
  await press(screen.getByRole('button', { name: 'Done' }));
  await settle();
  expect(screen.queryByRole('dialog', { name: 'Copy Lobby round at 22:00' })).toBeNull();
  expect(reads.length).toBe(before + 1);
});

it('while a robot is asked again, its answer stays, and the button is busy', async () => {
  let release = (): void => {};
  const pending = new Promise<void>((done) => (release = done));
  let asked = 0;
  const { dialog, press } = await openCopy(async (serialNumber) => {
    asked += 1;
    if (asked === 1) return { serialNumber, taskId: '', failure: failureOf(new ApiError('networkFailed')) };
    await pending;
    return { serialNumber, taskId: 'copy', failure: null };
  });
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'West patrol' }));
  await press(within(dialog).getByRole('button', { name: /^Copy to 1 robot/u }));
  const answer = () => within(screen.getByRole('status', { name: 'Copies' })).getByRole('listitem').textContent;
  const failed = answer();
  await press(screen.getByRole('button', { name: /again/iu }));
  expect(answer()).toBe(failed);
  expect(screen.getByRole('button', { name: /again/iu }).getAttribute('aria-busy')).toBe('true');
  release();
  await press(screen.getByRole('button', { name: 'Done' }));
  expect(answer()).toContain('Already has the task');
});
