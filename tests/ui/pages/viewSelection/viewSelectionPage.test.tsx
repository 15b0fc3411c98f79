import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise, setup } from 'xstate';
import { viewSelectionMachine } from '../../../../src/machines/viewSelection/viewSelection.machine.ts';
import { ViewSelectionPage } from '../../../../src/ui/pages/viewSelection/ViewSelectionPage.tsx';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';
import { liveOf, robotOf } from '../../robotOf.ts';

const ROBOTS = [
  robotOf({ serialNumber: 'a', kind: 'delivery', live: liveOf({ serialNumber: 'a' }) }),
  robotOf({ serialNumber: 'b', kind: 'security', live: liveOf({ serialNumber: 'b', status: 'alarm' }) }),
  robotOf({ serialNumber: 'c', kind: 'security', live: liveOf({ serialNumber: 'c', status: 'offline' }) }),
];
const FLEET = {
  robots: Object.fromEntries(ROBOTS.map((robot) => [robot.serialNumber, robot])),
  order: ROBOTS.map(({ serialNumber }) => serialNumber),
  view: 's',
  failure: null,
};
const open = (language: 'enUS' | 'zhCN' = 'enUS', hasLast = true) =>
  renderPage(
    ViewSelectionPage,
    viewSelectionMachine.provide({
      actors: {
        hasLastView: fromPromise(async () => ({ hasLast })),
        watchViews: fromCallback(({ sendBack }) => sendBack({ type: 'views.seen', views: ['w', 's'], view: 's' })),
      },
    }),
    {
      user: userOf(),
      language,
      contexts: { fleet: FLEET },
      siblings: { session: setup({}).createMachine({ context: { user: userOf() } }) },
    },
  );

describe('the choice of a view', () => {
  it('shows each view with its robots and how many need attention; the one of last time has the focus', async () => {
    await open();
    const cards = within(screen.getByRole('group', { name: 'Views' })).getAllByRole('button');
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      'All robots3 robotsEvery page, every robot.2 need attention1',
      'Logistics1 robotDeliveries, compartments, queueall OK2',
      'Securitylast time2 robotsSecurity robots, with the pages that all robots have2 need attention3',
    ]);
    expect(document.activeElement).toBe(cards[2]);
  });
  it('does not speak of last time the first time', async () => {
    await open('enUS', false);
    expect(screen.queryByText('last time')).toBeNull();
  });
  it('opens with one press', async () => {
    const { press, toldTo } = await open();
    await press(screen.getByRole('button', { name: /^Logistics/u }));
    expect(toldTo('fleet')).toEqual([{ type: 'view.choose', view: 'w', keep: true }]);
  });
  it('opens by the digit of a view, not by any other, and forgets the choice when asked to', async () => {
    const { press, after, toldTo } = await open('zhCN');
    await press(screen.getByRole('checkbox', { name: '下次直接进入所选视图' }));
    await after(() => fireEvent.keyDown(window, { key: '4' }));
    await after(() => fireEvent.keyDown(window, { key: '3', ctrlKey: true }));
    expect(toldTo('fleet')).toEqual([]);
    await after(() => fireEvent.keyDown(window, { key: '3' }));
    expect(toldTo('fleet')).toEqual([{ type: 'view.choose', view: 's', keep: false }]);
  });
});
