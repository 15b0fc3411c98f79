import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NOW, sampleCommand, sampleDetail, sampleLease, sampleLive } from '../../fakes/robotSample.ts';
import { installCanvas } from './canvas.ts';
import { endRobots, showRobot } from './showRobot.tsx';

beforeAll(installCanvas);
afterEach(endRobots);

const CHEN = { userId: 'chen', name: 'Chen Yu', clientId: 'chen~9' };
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const stopSlab = () => screen.getAllByRole('button').find((one) => one.classList.contains('stop')) as HTMLElement;
const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', code: 'Escape' });
const reasonOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? '';

describe('what is shown', () => {
  it('its name, status, serial number, battery, four links, what it is at and how far', async () => {
    await showRobot();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Porter 1');
    expect(screen.getByRole('img', { name: 'Battery 78%' })).toBeTruthy();
    expect(screen.getByRole('img', { name: /Message broker to robot: connected/u })).toBeTruthy();
    expect(
      screen.getByRole('img', { name: 'Delivering to Room 312. 1 of 3 stops reached, next: Lift 1.' }),
    ).toBeTruthy();
    const state = screen.getByRole('region', { name: 'Status' });
    expect(within(state).getByText('Located, 98%')).toBeTruthy();
    expect(within(state).getByText('2.14.3')).toBeTruthy();
  });

  it('what it said lately, with ages; nothing where it cannot speak', async () => {
    const detail = sampleDetail();
    const speaks = sampleDetail({ abilities: { ...detail.abilities, actions: ['say'] } });
    const line = { id: 'a', at: NOW - 65_000, text: 'Mind the step.', language: 'en' as const };
    await showRobot({ first: { detail: speaks }, spoken: [line] });
    const said = screen.getByRole('list', { name: 'Recently said' });
    expect(within(said).getByText('Mind the step.').getAttribute('lang')).toBe('en');
    expect(within(said).getByRole('listitem').textContent).toMatch(/1 min.* ago$/u);
    endRobots();
    await showRobot({ first: { detail: speaks } });
    expect(screen.getByText('Nothing in the last 2 minutes.')).toBeTruthy();
    endRobots();
    await showRobot({ first: { detail: sampleDetail({ abilities: { ...detail.abilities, actions: [] } }) } });
    expect(screen.queryByText('Recently said')).toBeNull();
  });

  it('the skeleton while it is read, in the final layout', async () => {
    await showRobot({ loading: true });
    expect(screen.getByRole('status', { name: 'Loading robot…' }).getAttribute('aria-busy')).toBe('true');
    endRobots();
    const phone = await showRobot({ loading: true, width: 390 });
    expect(screen.getByRole('status', { name: 'Loading robot…' }).getAttribute('aria-busy')).toBe('true');
    await phone.so(() => fireEvent.click(button('Back to fleet')));
    expect(phone.told).toContainEqual({ type: 'navigation.go', to: '/home' });
  });

  it('problems with what to do, the fatal one first', async () => {
    await showRobot({
      first: {
        detail: sampleDetail({
          live: sampleLive({
            status: 'alarm',
            problems: [
              { type: 'batteryLow', level: 'WARNING', description: '', hint: '', since: NOW - 5_000 },
              {
                type: 'lampBroken',
                level: 'FATAL',
                description: 'lamp board does not answer',
                hint: 'Check plug J4',
                since: NOW - 60_000,
              },
            ],
          }),
        }),
      },
    });
    const state = screen.getByRole('region', { name: 'Status' });
    expect(state.textContent).toMatch(
      /lamp board does not answer.*Check plug J4.*Low battery.*Send the robot to charge/u,
    );
  });

  it('says how long it has not answered, hatches what is old, and takes back no value', async () => {
    const robot = await showRobot();
    await robot.seen({ at: NOW - 300 }, NOW + 12_000);
    robot.time.now = NOW + 12_000;
    await robot.so(() => new Promise((later) => setTimeout(later, 1_100)));
    expect(screen.getByText(/No data from Porter 1 for 12 s/u)).toBeTruthy();
    expect(screen.getByText('No response')).toBeTruthy();
    expect(screen.getByText('Located, 98%').className).toContain('stale');
    expect(reasonOf(button('Go to point'))).toMatch(/^Go to point isn.t available now\./u);
  });

  it('an offline robot and a pressed emergency stop are told before anything else', async () => {
    const robot = await showRobot();
    await robot.seen({ connection: 'broken', status: 'offline', at: NOW - 90_000 });
    expect(screen.getByText('Porter 1 lost its connection.')).toBeTruthy();
    await robot.seen({ eStop: 'MANUAL', status: 'alarm' });
    expect(screen.getByRole('alert').textContent).toContain('The emergency stop on Porter 1 is pressed.');
  });

  it('that it may be outdated while it could not be read again after a gap', async () => {
    const robot = await showRobot();
    const text = /Couldn.t update this page\. Control and commands may be out of date\./u;
    expect(screen.queryByText(text)).toBeNull();
    robot.world.refuses = 'networkFailed';
    await robot.so(() => robot.screen.send({ type: 'page.resumed' }));
    expect(screen.getAllByRole('status').some((one) => text.test(one.textContent))).toBe(true);
    robot.world.refuses = null;
    await robot.so(() => robot.clock.increment(2_000));
    expect(screen.queryAllByRole('status').some((one) => text.test(one.textContent))).toBe(false);
  });

  it('in Chinese too', async () => {
    await showRobot({ language: 'zhCN' });
    expect(button('前往点位')).toBeTruthy();
    expect(screen.getByText('无人控制')).toBeTruthy();
    expect(stopSlab().textContent).toContain('停止');
  });

  it("on a phone the same parts over a dock, and the frame's neighbours are a way back", async () => {
    const robot = await showRobot({ width: 390 });
    expect(screen.getByRole('application', { name: 'Joystick to drive Porter 1' })).toBeTruthy();
    expect(stopSlab()).toBeTruthy();
    await robot.so(() => fireEvent.click(button('Enlarge map')));
    expect(button('Enlarge video')).toBeTruthy();
    await robot.so(() => fireEvent.click(button('Back to fleet')));
    expect(robot.told).toContainEqual({ type: 'navigation.go', to: '/home' });
  });
});

describe('the journey', () => {
  const at = (toGo: number | null) => ({
    first: {
      detail: sampleDetail({
        live: sampleLive({
          driving: false,
          task: {
            kind: 'reception' as const,
            target: 'Lobby',
            targetId: null,
            progress: null,
            stops: [],
            until: NOW + 60_000,
            toGo,
          },
        }),
      }),
    },
  });

  it('is a track while there is a way to go', async () => {
    await showRobot(at(12));
    expect(screen.getByRole('img', { name: /next: Lobby/u })).toBeTruthy();
  });

  it('is words alone once the robot is where its task is: an end in time is no station', async () => {
    await showRobot(at(null));
    const journey = screen.getByRole('region', { name: 'Current task' });
    expect(journey.textContent).toContain('Reception at Lobby');
    expect(within(journey).queryByRole('img')).toBeNull();
  });
});

describe('which way it looks', () => {
  it('is turned by keys on the map while it is relocated, and goes out with the command', async () => {
    const robot = await showRobot({
      first: { detail: sampleDetail({ live: sampleLive({ busy: false, driving: false, task: null, speed: 0 }) }) },
    });
    const map = () => screen.getByRole('application', { name: /map/iu });
    await robot.so(() => robot.child('commands').send({ type: 'place.start', act: 'relocate' }));
    await robot.so(() => fireEvent.keyDown(map(), { key: '[' }));
    expect(robot.child('commands').getSnapshot().context).toMatchObject({ target: null });
    await robot.so(() =>
      robot.child('commands').send({
        type: 'target.pick',
        target: { mapId: sampleLive().pose?.mapId, x: 3, y: 4, areaId: '', name: '', theta: 0 },
      }),
    );
    await robot.so(() => fireEvent.keyDown(map(), { key: '[' }));
    expect(screen.getByRole('slider', { name: 'Direction' }).getAttribute('aria-valuenow')).toBe('5');
    await robot.so(() => fireEvent.click(button('Set position')));
    expect(robot.world.asked[0]?.request).toMatchObject({
      kind: 'relocate',
      target: { x: 3, y: 4, theta: Math.PI / 36 },
    });
  });
});

describe("a phone's stick", () => {
  it('changes sides, before the other controls or after them', async () => {
    const robot = await showRobot({ width: 390 });
    const stick = () => screen.getByRole('application', { name: 'Joystick to drive Porter 1' });
    const comesAfter = () =>
      (button('Go to point').compareDocumentPosition(stick()) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    expect(comesAfter()).toBe(true);
    await robot.so(() => fireEvent.click(screen.getByRole('radio', { name: 'Joystick on left' })));
    expect(comesAfter()).toBe(false);
  });
});

describe('commands', () => {
  it('to a point from the list: search, choose, send; the row is there at once', async () => {
    const robot = await showRobot();
    await robot.so(() => fireEvent.click(button('Go to point')));
    const dialog = screen.getByRole('dialog', { name: 'Send Porter 1 to a point' });
    expect(
      within(dialog)
        .getAllByRole('radio')
        .map(({ textContent }) => textContent),
    ).toEqual(['Kitchen passF1', 'Lift 1F1', 'Room 312F3']);
    await robot.so(() => fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'lift' } }));
    await robot.so(() => fireEvent.click(within(dialog).getByRole('radio', { name: /Lift 1/u })));
    await robot.so(() => fireEvent.click(button('Send Porter 1 to Lift 1, delivery ends')));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(robot.world.asked).toMatchObject([
      { request: { kind: 'goTo', target: { areaId: 'p2' }, replaces: 'delivery' } },
    ]);
    expect(within(screen.getByRole('list')).getByText('Go to Lift 1')).toBeTruthy();
  });

  it('typing Chinese into the search sends nothing', async () => {
    const robot = await showRobot();
    await robot.so(() => fireEvent.click(button('Go to point')));
    const search = within(screen.getByRole('dialog')).getByRole('textbox');
    await robot.so(() => fireEvent.keyDown(search, { key: 'Enter', isComposing: true }));
    await robot.so(() => fireEvent.keyDown(search, { key: 'Enter', isComposing: true }));
    expect(robot.world.asked).toEqual([]);
    await robot.so(() => fireEvent.keyDown(search, { key: 'Enter' }));
    await robot.so(() => fireEvent.keyDown(search, { key: 'Enter' }));
    expect(robot.world.asked).toHaveLength(1);
  });

  it('a refusal stands in the ledger with its reason, and can be dismissed', async () => {
    const robot = await showRobot();
    await robot.so(() => fireEvent.click(button('Charge')));
    // A delivery is running, so a confirmation comes before the command is sent.
    expect(robot.world.asked).toEqual([]);
    expect(screen.getByRole('alertdialog').textContent).toContain('Delivering to Room 312');
    await robot.so(() => fireEvent.click(button('Charge, delivery ends')));
    await robot.so(() =>
      robot.child('commands').send({ type: 'ask.refused', local: 'ask-1', failure: { code: 40220, said: '' } }),
    );
    const row = screen.getByRole('listitem');
    expect(row.textContent).toContain('Declined');
    await robot.so(() => fireEvent.click(within(row).getByRole('button', { name: /Dismiss/u })));
    expect(screen.queryByRole('listitem')).toBeNull();
  });

  it.each([
    [{ state: 'sent', acceptedAt: null, runningAt: null }, 'Sent, waiting for response'],
    [{ state: 'finished' }, 'Finished'],
    [
      { state: 'failed', acceptedAt: null, runningAt: null, reason: { type: 'noPath', description: '' } },
      'Declined by robot',
    ],
    [{ state: 'failed', reason: { type: 'robotSilent', description: '' } }, 'Failed'],
    [{ state: 'expired', sentAt: null, acceptedAt: null, runningAt: null }, 'Expired, not sent'],
  ] as const)('%j reads %s', async (change, words) => {
    await showRobot({ first: { ledger: [sampleCommand('a', change)] } });
    expect(screen.getByRole('listitem').textContent).toContain(words);
  });

  it('what cannot be used says why, and does nothing', async () => {
    const robot = await showRobot({ first: { rights: ['read', 'stop'] } });
    fireEvent.click(button('Charge'));
    expect(robot.world.asked).toEqual([]);
    expect(button('Charge').getAttribute('aria-disabled')).toBe('true');
    expect(reasonOf(button('Take control'))).not.toBe('');
  });
});

describe('driving by hand', () => {
  const take = async (options = {}) => {
    const robot = await showRobot(options);
    await robot.so(() => fireEvent.click(button('Take control')));
    await robot.echo();
    return robot;
  };

  it('take control, hold a key, let go, release', async () => {
    const robot = await take();
    expect(screen.getByText('You have control')).toBeTruthy();
    await robot.so(() => fireEvent.keyDown(document.body, { code: 'KeyW', key: 'w' }));
    expect(button('Forward').dataset['on']).toBe('true');
    expect(robot.world.pulses.at(-1)).toMatchObject({ vx: 0.45 });
    await robot.so(() => fireEvent.keyUp(document.body, { code: 'KeyW', key: 'w' }));
    expect(robot.world.pulses.at(-1)).toMatchObject({ vx: 0, wz: 0 });
    await robot.so(() => fireEvent.click(button('Release')));
    expect(screen.getByText('Nobody has control')).toBeTruthy();
  });

  it.each([
    [1_440, 'group', 'Drive Porter 1'],
    [390, 'application', 'Joystick to drive Porter 1'],
  ] as const)('the focus follows control and never rests on a button, %d px wide', async (width, role, name) => {
    const robot = await showRobot({ width });
    const press = (label: string) =>
      robot.so(() => {
        button(label).focus();
        fireEvent.click(button(label));
      });
    await press('Take control');
    expect(document.activeElement).toBe(screen.getByRole(role, { name }));
    await press('Release');
    const bar = document.activeElement as HTMLElement;
    expect(within(bar).getByRole('button', { name: 'Take control' })).toBeTruthy();
    expect(bar.tagName).toBe('DIV');
  });

  it("somebody else's change of control leaves the focus where it is", async () => {
    const robot = await showRobot();
    await robot.so(() =>
      robot.report({ type: 'lease.heard', lease: sampleLease({ number: 9, holder: CHEN, since: NOW }) }),
    );
    expect(document.activeElement).toBe(document.body);
  });

  it('the pad drives for as long as it is held', async () => {
    const robot = await take();
    await robot.so(() => fireEvent.pointerDown(button('Rotate left on the spot'), { button: 0, pointerId: 1 }));
    expect(robot.world.pulses.at(-1)).toMatchObject({ vx: 0, wz: 0.9 });
    await robot.so(() => fireEvent.pointerUp(button('Rotate left on the spot'), { pointerId: 1 }));
    expect(robot.world.pulses.at(-1)).toMatchObject({ wz: 0 });
  });

  it('says who took over and why, until it is understood', async () => {
    const robot = await take();
    await robot.so(() =>
      robot.report({
        type: 'lease.heard',
        lease: sampleLease({ number: 9, holder: CHEN, reason: 'guest waits', since: NOW }),
      }),
    );
    expect(screen.getByText('Chen Yu took over control: “guest waits”')).toBeTruthy();
    expect(screen.getByText("Chen Yu has control, you're watching")).toBeTruthy();
    await robot.so(() => fireEvent.click(button('Got it')));
    expect(screen.queryByText(/took control over/u)).toBeNull();
  });

  it('taking over asks for a reason', async () => {
    const robot = await showRobot({ first: { lease: sampleLease({ number: 9, holder: CHEN, since: NOW }) } });
    await robot.so(() => fireEvent.click(button('Take over')));
    const dialog = screen.getByRole('alertdialog', { name: 'Take over control from Chen Yu?' });
    const confirm = within(dialog).getByRole('button', { name: 'Take over from Chen Yu' });
    await robot.so(() => fireEvent.click(confirm));
    expect(robot.world.leaseCalls).toEqual([]);
    await robot.so(() =>
      fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'guest waits at the desk' } }),
    );
    await robot.so(() => fireEvent.click(confirm));
    expect(robot.world.leaseCalls).toMatchObject([{ act: 'takeOver', reason: 'guest waits at the desk' }]);
  });

  it('nobody loses control to somebody whose network is too slow to drive', async () => {
    const robot = await showRobot({ first: { lease: sampleLease({ number: 9, holder: CHEN, since: NOW }) } });
    robot.world.roundTripToServer = 450;
    await robot.so(() => fireEvent.click(button('Take over')));
    const dialog = screen.getByRole('alertdialog', { name: 'Take over control from Chen Yu?' });
    await robot.so(() => fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'guest' } }));
    await robot.so(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Take over from Chen Yu' })));
    expect(robot.world.leaseCalls).toEqual([]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByText(/450 ms/u)).toBeTruthy();
    expect(screen.getByText("Chen Yu has control, you're watching")).toBeTruthy();
  });

  it('a robot that cannot be driven says so, and offers no pad', async () => {
    const detail = sampleDetail();
    await showRobot({ first: { detail: { ...detail, abilities: { ...detail.abilities, teleop: false } } } });
    expect(screen.getByText("Porter 1 can't be driven manually")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Forward' })).toBeNull();
  });

  it('Escape is Stop while a dialog is open, and the dialog stays', async () => {
    const robot = await take();
    await robot.so(() => robot.child('commands').send({ type: 'points.open' }));
    await robot.so(escape);
    expect(robot.world.stops).toBe(1);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('Escape that ends a Chinese composition stops nothing', async () => {
    const robot = await take();
    await robot.so(() => fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape', isComposing: true }));
    await robot.so(() => fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape', keyCode: 229 }));
    expect(robot.world.stops).toBe(0);
  });
});

describe('Stop', () => {
  it('asks nothing, counts, is proved by the robot alone, and is lifted by Resume', async () => {
    const robot = await showRobot();
    await robot.so(() => fireEvent.click(stopSlab()));
    expect(robot.world.stops).toBe(1);
    expect(stopSlab().textContent).toMatch(/Stop sent.*Waiting for Porter 1/u);
    // The robot reports the pause before the ledger names the author: "unknown" is not shown.
    await robot.seen({ paused: true });
    expect(screen.queryByRole('region', { name: 'Resume Porter 1' })).toBeNull();
    await robot.seen({ held: true, paused: true });
    expect(screen.getByRole('region', { name: 'Resume Porter 1' })).toBeTruthy();
    expect(stopSlab().textContent).toMatch(/Stopped.*Confirmed by Porter 1/u);
    await robot.so(() => fireEvent.click(button('Resume')));
    expect(robot.world.asked).toMatchObject([{ request: { kind: 'resume', stopIds: [] } }]);
    await robot.seen({});
    expect(stopSlab().textContent).toContain('Stops Porter 1 immediately.');
  });

  it('says who stopped it and since when as the ledger has it, beside which Resume names those Stops', async () => {
    const robot = await showRobot();
    const stops = [{ id: 's1', by: { userId: 'ann', name: 'Ann' }, at: NOW - 360_000, recorded: true }];
    await robot.seen({ held: true, paused: true, stops });
    const place = within(screen.getByRole('region', { name: 'Resume Porter 1' }));
    expect(place.getByText(/^Stopped by Ann, \d\d:\d\d$/u)).toBeTruthy();
    expect(place.getByText('Porter 1 continues immediately: Delivering to Room 312, stop 2 of 3.')).toBeTruthy();
    expect(stopSlab().textContent).toContain('by Ann, confirmed by the robot');
    await robot.so(() => fireEvent.click(button('Resume')));
    expect(robot.world.asked).toEqual([]);
    expect(screen.getByRole('alertdialog').textContent).toMatch(/Stopped by Ann 6 min ago/u);
    await robot.so(() =>
      fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Resume Porter 1' })),
    );
    expect(robot.world.asked).toMatchObject([{ request: { kind: 'resume', stopIds: ['s1'] } }]);
  });

  it('cannot be lifted before it is recorded', async () => {
    const robot = await showRobot();
    await robot.seen({
      held: true,
      paused: true,
      stops: [{ id: 's1', by: { userId: 'me', name: 'Lin Wei' }, at: NOW, recorded: false }],
    });
    expect(button('Resume').getAttribute('aria-disabled')).toBe('true');
    await robot.so(() => fireEvent.click(button('Resume')));
    expect(robot.world.asked).toEqual([]);
  });

  it('is never disabled: not for a viewer, not for an offline robot, not without the cloud', async () => {
    const robot = await showRobot({ first: { rights: ['read', 'stop'] } });
    await robot.seen({ connection: 'offline', status: 'offline' });
    expect(stopSlab().textContent).toContain('Sent first when Porter 1 reconnects.');
    robot.world.cloudAway = true;
    await robot.so(() => fireEvent.click(stopSlab()));
    expect(stopSlab().textContent).toMatch(/Not sent yet: no connection.*Closing this tab ends the retries/u);
    robot.world.cloudAway = false;
    await robot.so(() => robot.clock.increment(1_000));
    expect(stopSlab().textContent).toMatch(/Stop sent.*Sent first when Porter 1 reconnects/u);
  });

  it('bears the mark Esc only while Escape is Stop', async () => {
    const robot = await showRobot();
    const marked = () => document.querySelector('.stop kbd') !== null;
    await robot.so(() => {});
    expect(marked()).toBe(true);
    await robot.so(() => fireEvent.click(button('Go to point')));
    expect(marked()).toBe(false);
    await robot.so(() => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', code: 'Escape' }));
    expect(marked()).toBe(true);
    await robot.so(() => robot.child('video').send({ type: 'fill.toggle' }));
    expect([...document.querySelectorAll('.stop kbd')]).toEqual([]);
  });

  it('Escape closes an open dialog first when no hand moves the robot, and stops with the next', async () => {
    const robot = await showRobot();
    await robot.so(() => fireEvent.click(button('Go to point')));
    await robot.so(() => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', code: 'Escape' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(robot.world.stops).toBe(0);
    await robot.so(() => fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' }));
    expect(robot.world.stops).toBe(1);
  });
});

describe('when there is nothing to show', () => {
  it.each([
    ['robotForeign', "You don't have access to this robot"],
    ['robotUnknown', 'Robot not found'],
    ['networkFailed', "Couldn't load the robot"],
  ] as const)('%s: %s', async (error, words) => {
    const robot = await showRobot({ loading: true });
    robot.world.hangs = false;
    robot.world.refuses = error;
    await robot.so(() => robot.screen.send({ type: 'page.queryChanged', query: { serialNumber: 'other' } }));
    expect(screen.getByText(words)).toBeTruthy();
  });
});
