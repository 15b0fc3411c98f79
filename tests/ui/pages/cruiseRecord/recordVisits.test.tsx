// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { CruiseVisit } from '../../../../contract/entities/routeRun.ts';
import type { RouteRunState } from '../../../../contract/rules/routeRun.ts';
import { RecordVisits } from '../../../../src/ui/pages/cruiseRecord/RecordVisits.tsx';
import { NOW } from '../../../fakes/robotSample.ts';
import { sampleRouteRun } from '../../../fakes/routeRunSample.ts';
import { renderWithTexts } from '../../withTexts.tsx';

afterEach(cleanup);

const visits = sampleRouteRun().stops.map((stop, place): CruiseVisit => ({ ...stop, loop: 0, stop: place }));
const notesOf = async (runState: RouteRunState, language: 'enUS' | 'zhCN') => {
  await renderWithTexts(<RecordVisits visits={visits} runState={runState} timeZone="UTC" rounds={false} />, language);
  return screen.getAllByRole('listitem').map((row) => row.lastElementChild?.textContent);
};

it('shows what is next and what is to come while the run is in progress', async () => {
  expect(await notesOf('inProgress', 'enUS')).toEqual(['stayed 0:10', 'next', 'upcoming']);
});

it.each([
  ['enUS', ['stayed 0:10', 'not reached', 'not reached']],
  ['zhCN', ['停留 0:10', '未到达', '未到达']],
] as const)('shows the stops that an ended run had still ahead as not reached, %s', async (language, notes) => {
  expect(await notesOf('partiallyCompleted', language)).toEqual(notes);
});

it('has the time of arrival for each stop', async () => {
  await notesOf('failed', 'enUS');
  expect(screen.getAllByRole('time').map((time) => time.getAttribute('datetime'))).toEqual([
    new Date(NOW - 30_000).toISOString(),
    null,
    null,
  ]);
});
