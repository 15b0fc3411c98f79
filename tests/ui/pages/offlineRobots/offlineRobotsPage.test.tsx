/** The wall board in jsdom: the real component and machine over a fake server. */
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { Language } from '../../../../contract/entities/constants.ts';
import type { OfflineBoard, OfflineRobot } from '../../../../contract/entities/offlineBoard.ts';
import { BOARD_STALE_MS } from '../../../../contract/rules/limits.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { offlineRobotsMachine } from '../../../../src/machines/offlineRobots/offlineRobots.machine.ts';
import { OfflineRobotsPage } from '../../../../src/ui/pages/offlineRobots/OfflineRobotsPage.tsx';
import { renderPage } from '../../renderPage.tsx';

const AT = Date.UTC(2026, 10, 22, 4);
const ROBOT: OfflineRobot = {
  serialNumber: 'W1-1',
  robotNickName: 'Porter',
  robotModel: 'W1',
  kind: 'delivery',
  site: 'Harbour Hotel',
  timeZone: 'Asia/Shanghai',
  floor: '2F',
  room: 'Lobby',
  since: AT - 720_000,
};
const BOARD: OfflineBoard = {
  at: AT,
  total: 3,
  online: 1,
  robots: [ROBOT, { ...ROBOT, serialNumber: 'D2-1', robotNickName: '', since: null, floor: '', room: '' }],
};

async function show({
  board = BOARD,
  later = 1_000,
  language = 'enUS' as Language,
  refusal = null as Error | null,
} = {}) {
  const machine = offlineRobotsMachine.provide({
    actors: {
      ask: fromPromise<OfflineBoard>(async () => {
        if (refusal) throw refusal;
        return board;
      }),
      followKey: fromCallback(() => {}),
      stayAwake: fromCallback(() => {}),
    },
  });
  await renderPage(OfflineRobotsPage, machine, { language, now: () => AT + later });
}

it("names every robot that is offline: where it was last, since when by its site's clock", async () => {
  await show();
  expect(screen.getByRole('status').textContent).toBe('2offline1of 3 online');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Porter W1-1Harbour Hotel · 2F · Lobby12 minsince 2026-11-22 11:48:00 (Shanghai, UTC+8)',
    'D2-1 Harbour HotelNever connected',
  ]);
  expect(screen.getByText('Updated 1.0 s ago')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is glad when there is nothing to show, in Chinese as well', async () => {
  await show({ board: { ...BOARD, online: 3, robots: [] }, language: 'zhCN' });
  expect(screen.getByRole('heading', { name: '全部 3 台机器人在线' })).toBeDefined();
});

it('says so when there is no robot', async () => {
  await show({ board: { ...BOARD, total: 0, online: 0, robots: [] } });
  expect(screen.getByRole('heading', { name: 'No robots yet' })).toBeDefined();
});

it('never lets what is old look as if it were now', async () => {
  await show({ board: { ...BOARD, online: 3, robots: [] }, later: BOARD_STALE_MS + 70_000 });
  expect(screen.getByRole('alert').textContent).toContain('Showing data from 1 min ago.');
  expect(screen.queryByText('All 3 robots online')).toBeNull();
  expect(screen.getByRole('heading', { name: 'All 3 robots were online' })).toBeDefined();
});

it('tells a key that opens nothing from a cloud that is away', async () => {
  await show({ refusal: new ApiError('keyWrong') });
  expect(screen.getByRole('alert').textContent).toContain("This screen's API key isn't valid");
  cleanup();
  await show({ refusal: new ApiError('networkFailed') });
  expect(screen.getByRole('alert').textContent).toContain("The server isn't responding.");
});
