/** The fault switchboard as it is shown: what is on stays on top, each switch says what it does and for which robots. */
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ALARM_TYPES } from '../../../../contract/entities/robotConstants.ts';
import type { ActiveFault } from '../../../../contract/endpoints/faults.ts';
import { faultsMachine, type FaultTask, type ShownFaults } from '../../../../src/machines/faults/faults.machine.ts';
import { FaultsPage } from '../../../../src/ui/pages/faults/FaultsPage.tsx';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

const NOW = 1_700_000_000_000;
const fault = (change: Partial<ActiveFault>): ActiveFault => ({
  id: 'x',
  fault: 'busy',
  serialNumber: 'A-1',
  delayMs: 0,
  by: { userId: 'chen', name: 'Chen Yu' },
  since: NOW - 8_000,
  until: NOW + 252_000,
  ...change,
});

async function show(
  faults: readonly ActiveFault[],
  language: 'enUS' | 'zhCN' = 'enUS',
  change: Partial<ShownFaults> = {},
) {
  const tasks: FaultTask[] = [];
  const state: ShownFaults = {
    faults,
    simulatedRobots: [
      { serialNumber: 'A-1', name: 'Porter 1', kind: 'delivery' },
      { serialNumber: 'A-2', name: 'Mist 1', kind: 'disinfection' },
    ],
    hasBrokerFaults: true,
    hasServerFaults: true,
    hasGatewayFaults: true,
    accounts: [{ userId: 'lin', name: 'Lin Wei' }],
    ...change,
  };
  await renderPage(
    FaultsPage,
    faultsMachine.provide({
      actors: {
        loadFaults: fromPromise<ShownFaults>(async () => state),
        switchFault: fromPromise<ShownFaults, FaultTask>(async ({ input }) => {
          tasks.push(input);
          return state;
        }),
      },
    }),
    { language, now: () => NOW },
  );
  await screen.findByRole('heading', { name: language === 'enUS' ? 'Target robots' : '目标机器人' });
  const press = async (element: HTMLElement): Promise<void> => {
    fireEvent.click(element);
    await settle();
  };
  return { tasks, press };
}

describe('the switchboard', () => {
  it.each([
    ['enUS', "Broker faults aren't available with an external broker.", 'Broker down'],
    ['zhCN', '使用外部消息代理时，无法模拟代理故障。', '消息代理中断'],
  ] as const)('says why it has no faults of an external broker, in %s', async (language, why, name) => {
    const { press, tasks } = await show([], language, { hasBrokerFaults: false });
    expect(screen.getAllByText(why).length).toBeGreaterThan(0);
    await press(screen.getByRole('switch', { name }));
    expect(tasks).toEqual([]);
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('offers a delay of the broker of up to 30 seconds', async () => {
    await show([]);
    expect(screen.getByRole('slider').getAttribute('aria-valuemax')).toBe('30000');
  });

  it('says what is on, for whom, by whom and for how long', async () => {
    const { press, tasks } = await show([
      fault({ id: 'a' }),
      fault({ id: 'b', fault: 'emergencyStop', serialNumber: 'A-2', until: null }),
      fault({ id: 'c', fault: 'brokerDelay', serialNumber: null, delayMs: 600, until: null }),
    ]);
    expect(screen.getByText('3 faults active')).toBeTruthy();
    const off = screen.getByRole('button', { name: 'Turn off: Busy, Porter 1' });
    expect(off.closest('li')?.textContent).toContain('4:12');
    expect(screen.getByText('until released')).toBeTruthy();
    expect(screen.getAllByText('until Chen Yu signs out').length).toBeGreaterThan(0);
    await press(off);
    await press(screen.getByRole('button', { name: 'Turn off: Broker delayed, everyone' }));
    await press(screen.getByRole('button', { name: 'Turn all off' }));
    expect(tasks).toMatchObject([
      { type: 'robots', fault: 'busy', on: false, serialNumbers: ['A-1'] },
      { type: 'broker', fault: 'brokerDelay', on: false },
      { type: 'clear' },
    ]);
  });

  it('raises any alarm on the chosen robots', async () => {
    const { press, tasks } = await show([]);
    await press(screen.getByRole('checkbox', { name: 'Mist 1' }));
    const card = screen.getByRole('heading', { name: 'Alarms' }).closest('section');
    if (!card) throw new Error('no card of alarms');
    const switches = within(card).getAllByRole('switch');
    expect(switches).toHaveLength(ALARM_TYPES.length);
    for (const one of switches) await press(one);
    expect(tasks).toMatchObject(
      ALARM_TYPES.map((alarm) => ({ type: 'robots', fault: alarm, on: true, serialNumbers: ['A-2'] })),
    );
  });

  it('types a code at one delivery robot', async () => {
    const { press, tasks } = await show([]);
    const code = screen.getByLabelText<HTMLInputElement>('Code');
    const button = () => screen.getByRole('button', { name: 'Type code' });
    const type = (value: string) => fireEvent.change(code, { target: { value } });
    type('12 34x');
    expect(code.value).toBe('1234');
    await press(screen.getByRole('checkbox', { name: 'Mist 1' }));
    // A robot without a keypad does not count.
    type('123456');
    fireEvent.submit(code);
    await press(button());
    expect(tasks).toEqual([]);
    await press(screen.getByRole('checkbox', { name: 'Porter 1' }));
    type('12345');
    fireEvent.submit(code);
    await press(button());
    expect(tasks).toEqual([]);
    type('1234567');
    fireEvent.submit(code);
    await settle();
    expect(tasks).toEqual([{ type: 'keypad', serialNumber: 'A-1', code: '123456' }]);
  });

  it('asks for a robot before it switches a fault of one', async () => {
    const { press, tasks } = await show([]);
    expect(screen.getByText('No fault is active.')).toBeTruthy();
    const busy = screen.getByRole('switch', { name: 'Busy' });
    await press(busy);
    expect(tasks).toEqual([]);
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    await press(screen.getByRole('checkbox', { name: 'All 2 simulated' }));
    await press(screen.getByRole('radio', { name: '1 min' }));
    await press(screen.getByRole('switch', { name: 'Busy' }));
    expect(tasks).toEqual([{ type: 'robots', fault: 'busy', on: true, serialNumbers: ['A-1', 'A-2'], forMs: 60_000 }]);
  });

  it('turns a fault off only where it is on', async () => {
    const { press, tasks } = await show([fault({})]);
    await press(screen.getByRole('checkbox', { name: 'All 2 simulated' }));
    const busy = screen.getByRole('switch', { name: 'Busy' });
    expect(busy.getAttribute('aria-checked')).toBe('true');
    await press(busy);
    expect(tasks).toMatchObject([{ on: false, serialNumbers: ['A-1'] }]);
  });

  it('ends sessions, of the user or of everyone', async () => {
    const { press, tasks } = await show([]);
    const card = within(screen.getByRole('region', { name: 'Sessions' }));
    await press(card.getByRole('button', { name: 'End sessions: mine' }));
    await press(card.getByRole('button', { name: "Expire sessions: everyone's" }));
    expect(tasks).toEqual([
      { type: 'sessions', fault: 'sessionInvalid', everyone: false, account: '' },
      { type: 'sessions', fault: 'loginExpired', everyone: true, account: '' },
    ]);
  });

  it('ends the sessions of one account', async () => {
    const { press, tasks } = await show([]);
    const card = within(screen.getByRole('region', { name: 'Sessions' }));
    fireEvent.change(card.getByRole('combobox', { name: 'Account' }), { target: { value: 'lin' } });
    await press(card.getByRole('button', { name: 'End sessions: Lin Wei' }));
    expect(tasks).toEqual([{ type: 'sessions', fault: 'sessionInvalid', everyone: false, account: 'lin' }]);
  });

  it('switches faults of the servers', async () => {
    const { press, tasks } = await show([fault({ id: 'diskFull', fault: 'diskFull', serialNumber: null })]);
    await press(screen.getByRole('button', { name: 'Turn off: Disk full, everyone' }));
    await press(screen.getByRole('switch', { name: 'Database slow' }));
    expect(tasks).toMatchObject([
      { type: 'server', fault: 'diskFull', on: false },
      { type: 'server', fault: 'databaseSlow', on: true },
    ]);
  });

  it('says why a real gateway has no faults', async () => {
    const { press, tasks } = await show([], 'enUS', { hasGatewayFaults: false });
    await press(screen.getByRole('switch', { name: 'Gateway hangs' }));
    expect(tasks).toEqual([]);
    expect(screen.getAllByText(/Every message goes through a real gateway/u).length).toBeGreaterThan(0);
    await press(screen.getByRole('switch', { name: 'Next job fails' }));
    expect(tasks).toMatchObject([{ type: 'server', fault: 'jobFails', on: true }]);
  });

  it('offers no faults that the server does not know', async () => {
    await show([], 'enUS', { hasServerFaults: false, accounts: [] });
    for (const name of ['Clock off', 'Disk full']) expect(screen.queryByRole('switch', { name })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Account' })).toBeNull();
  });

  it('speaks Chinese', async () => {
    await show([fault({})], 'zhCN');
    expect(screen.getByText('1 个故障生效中')).toBeTruthy();
    expect(screen.getByRole('button', { name: '关闭：忙碌（Porter 1）' })).toBeTruthy();
  });
});
