/** Dry run on the whole console: actions are intercepted and explained, none has an effect, and Stop passes through. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { browserOf, type RobotBrowser } from '../../../src/app/wiring/robotData/browser.ts';
import { wireRobotData } from '../../../src/app/wiring/robotData.ts';
import type { CaughtEvent } from '../../../src/machines/peek/explained.ts';
import { selectIsExplaining, selectPress } from '../../../src/machines/peek/peek.selectors.ts';
import { Button } from '../../../src/ui/kit/Button.tsx';
import { IconButton } from '../../../src/ui/kit/IconButton.tsx';
import { type LoopbackBroker, loopbackBroker } from '../../fakes/loopbackBroker.ts';
import { NOW, sampleDetail, sampleLease, sampleLive, sampleRobot, sampleSite, SN } from '../../fakes/robotSample.ts';
import { ACCOUNT, startApp } from '../../fakes/startApp.ts';

let broker: LoopbackBroker;
let app: ReturnType<typeof startApp>;
/** Browser APIs that a robot's page uses, with counted calls. */
const peer = vi.fn(
  () =>
    Object.assign(new EventTarget(), {
      close: () => {},
      getTransceivers: () => [],
      getStats: async () => new Map(),
    }) as unknown as RTCPeerConnection,
);
const getUserMedia = vi.fn(() => new Promise<MediaStream>(() => {}));
const robotBrowser = (): RobotBrowser => ({ ...browserOf(window), peer, devices: { getUserMedia } });
/** mqtt.js runs its keep-alive timer in a worker when it detects a browser; tests end before the first ping. */
vi.stubGlobal(
  'Worker',
  class {
    addEventListener(): void {}
    removeEventListener(): void {}
    postMessage(): void {}
    terminate(): void {}
  },
);
const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 10 });
beforeEach(async () => {
  broker = await loopbackBroker();
  app = startApp(broker, {
    at: '/home',
    answers: {
      '/index/get-robot-detail': () => sampleDetail({ live: sampleLive({ busy: false }) }),
      '/index/find-friend-relation': () => ({
        friendRelationId: 'r1',
        isAuth: true,
        isRobotAdmin: true,
        relation: 'superAdmin',
        rights: ['read', 'stop', 'operate'],
      }),
      '/control/get-lease': () => sampleLease(),
      '/command/get-command-list': () => ({ total: 0, rows: [] }),
      '/site/get-map-list': () => ({ sites: [sampleSite], maps: sampleRobot().maps }),
    },
    pages: {
      robotData: {
        frame: 'shell',
        locales: ['robotData'],
        fetch: async () => undefined,
        load: async (services) => ({
          machine: wireRobotData({ robotBrowser: robotBrowser(), ...services }),
          Page: () => null,
        }),
      },
    },
  });
  app.app.start();
  await soon(() => expect(app.page()).toBe('signIn'));
});
afterEach(async () => {
  cleanup();
  app.app.stop();
  await broker.close();
});

const actor = (name: string): AnyActorRef => app.child(name) as unknown as AnyActorRef;
const childOf = (name: string): AnyActorRef =>
  (actor('screen').getSnapshot() as { children: Record<string, AnyActorRef> }).children[name] as AnyActorRef;
const isOn = (): boolean => document.documentElement.dataset['peek'] === 'on';
async function peek(): Promise<void> {
  app.browser.asideKey('peek');
  await soon(() => expect(isOn()).toBe(true));
}
/** The explanation of the one event that a click caused. */
async function told(control: string): Promise<CaughtEvent> {
  await soon(() => {
    const snapshot = actor('peek').getSnapshot();
    expect([selectIsExplaining(snapshot), selectPress(snapshot)?.control]).toEqual([false, control]);
  });
  const { events } = selectPress(actor('peek').getSnapshot())!;
  expect(events).toHaveLength(1);
  return events[0]!;
}
const button = (name: string, onClick: () => void, disabledReason?: string): HTMLElement => {
  render(
    <Button onClick={onClick} disabledReason={disabledReason}>
      {name}
    </Button>,
  );
  return screen.getByRole('button', { name });
};
async function atHome(): Promise<void> {
  app.signIn();
  await soon(() => expect(app.page()).toBe('home'));
}
async function atRobot(): Promise<void> {
  await atHome();
  actor('navigation').send({ type: 'navigation.go', to: `/home/robot-data?serialNumber=${SN}` });
  await soon(() =>
    expect(actor('screen').getSnapshot()).toMatchObject({
      value: { shown: { link: 'open', data: { ready: 'fresh' } } },
    }),
  );
  actor('screen').send({ type: 'picture.heard', live: sampleLive({ busy: false, at: NOW }), now: NOW });
}

describe('catching', () => {
  const credential = { ...ACCOUNT, password: 'a-secret-of-mine' };
  const signIn = () => button('Sign in', () => actor('session').send({ type: 'session.signIn', credential }));

  it('explains a sign-in without making it, and makes it once peek is off', async () => {
    const pressed = signIn();
    await peek();
    const before = app.cloud.calls.length;
    fireEvent.click(pressed);
    const event = await told('Sign in');
    expect(event).toMatchObject({
      event: 'session.signIn',
      actor: 'session',
      machine: 'session',
      state: 'signedOut.idle',
      said: '',
      candidates: [
        { state: 'session.signedOut.idle', targets: ['session.signedOut.signingIn'], guard: null, isTaken: true },
      ],
      aftermath: { state: 'signedOut.signingIn', calls: [{ path: '/auth/login' }], effects: ['enter'], messages: [] },
    });
    expect(event.aftermath?.calls[0]?.fields).toContain('password');
    expect(JSON.stringify(event)).not.toMatch(/a-secret|lin@/u);
    expect([app.cloud.calls.length, actor('session').getSnapshot().value]).toEqual([before, { signedOut: 'idle' }]);

    app.browser.asideKey('peek');
    await soon(() => expect(isOn()).toBe(false));
    fireEvent.click(pressed);
    await soon(() => expect(app.cloud.count('/auth/login')).toBe(1));
  });

  it('lets through what services say meanwhile, and what nobody pressed', async () => {
    await peek();
    app.signIn();
    await soon(() => expect(app.page()).toBe('home'));
    await soon(async () => {
      await app.beat();
      expect(actor('connection').getSnapshot()).toMatchObject({ value: { heard: 'prompt' } });
    });
    expect([isOn(), selectPress(actor('peek').getSnapshot())]).toEqual([true, null]);
  });

  it('says of a control that sends nothing that it does not', async () => {
    const pressed = button('Share', () => {});
    await peek();
    fireEvent.click(pressed);
    await soon(() =>
      expect(selectPress(actor('peek').getSnapshot())).toEqual({ control: 'Share', reason: '', events: [] }),
    );
  });

  it('is neither in the recording nor in the way of its own panel', async () => {
    render(
      <aside data-peek-panel="">
        <Button onClick={() => actor('peek').send({ type: 'peek.close' })}>Off</Button>
      </aside>,
    );
    await peek();
    fireEvent.click(screen.getByRole('button', { name: 'Off' }));
    await soon(() => expect(app.root.getSnapshot()).toMatchObject({ value: { peek: 'off' } }));
    expect(isOn()).toBe(false);
  });

  it("writes nothing anywhere: not in the address, not in the storage, not in the page's own words", async () => {
    await atHome();
    const pressed = button('中文', () => actor('preferences').send({ type: 'language.choose', language: 'zhCN' }));
    const other = button('Robot', () =>
      actor('navigation').send({ type: 'navigation.go', to: `/home/robot-data?serialNumber=${SN}` }),
    );
    await peek();
    const written = app.browser.written.length;
    const kept = JSON.stringify(Object.entries(app.local));
    fireEvent.click(pressed);
    expect(await told('中文')).toMatchObject({
      aftermath: { effects: expect.arrayContaining(['keep', 'speak']) as string[] },
    });
    fireEvent.click(other);
    expect(await told('Robot')).toMatchObject({
      aftermath: {
        effects: expect.arrayContaining(['writeUrl', 'loadPage']) as string[],
        told: expect.arrayContaining([{ actor: 'app', event: 'app.pageWanted' }]) as object[],
      },
    });
    expect([
      app.browser.written.length,
      app.browser.language,
      app.page(),
      JSON.stringify(Object.entries(app.local)),
    ]).toEqual([written, 'enUS', 'home', kept]);
  });
});

describe("on a robot's page", () => {
  const ask = (kind: 'charge' | 'cancel') => () =>
    childOf('commands').send({ type: 'command.ask', request: { kind }, at: NOW });

  it('a command has its path, and the rule that lets it through', async () => {
    await atRobot();
    const pressed = button('Charge', ask('charge'));
    await peek();
    const before = app.cloud.calls.length;
    fireEvent.click(pressed);
    expect(await told('Charge')).toMatchObject({
      actor: 'screen / commands',
      machine: 'commands',
      row: { act: 'charge' },
      aftermath: { calls: [{ path: '/navigation/charge' }], effects: ['ask'] },
    });
    expect(app.cloud.calls.length).toBe(before);
  });

  it('a control that cannot be used names the row of robotCan', async () => {
    await atRobot();
    const pressed = button('Cancel', ask('cancel'), 'There is nothing to cancel.');
    await peek();
    fireEvent.click(pressed);
    expect(await told('Cancel')).toMatchObject({
      event: 'command.ask',
      row: { act: 'cancel', obstacle: 'robotSilent' },
    });
    expect(selectPress(actor('peek').getSnapshot())?.reason).toBe('There is nothing to cancel.');
    expect(app.cloud.count('/navigation/cancel-navigate')).toBe(0);
  });

  it('a control that cannot be used names the guard of its machine', async () => {
    await atRobot();
    childOf('lease').send({ type: 'lease.takeOver' });
    render(
      <IconButton
        label="Take over"
        disabledReason="Say why."
        onClick={() => childOf('lease').send({ type: 'reason.confirm' })}
      />,
    );
    const give = button('Give back', () => childOf('lease').send({ type: 'lease.release' }));
    await peek();
    fireEvent.click(screen.getByRole('button', { name: 'Take over' }));
    expect(await told('Take over')).toMatchObject({
      candidates: [
        { state: 'lease.watching.givingReason', guard: { name: 'hasReason', holds: false }, isTaken: false },
      ],
      aftermath: { state: 'watching.givingReason', calls: [] },
    });
    fireEvent.click(give);
    expect(await told('Give back')).toMatchObject({
      event: 'lease.release',
      candidates: [],
      aftermath: { state: 'watching.givingReason', calls: [] },
    });
  });

  it("the microphone is not opened, and what is said to the robot has the link's own topic", async () => {
    await atRobot();
    const speak = button('Speak', () => childOf('video').send({ type: 'microphone.toggle' }));
    const off = button('Off', () => childOf('video').send({ type: 'video.end' }));
    await soon(() => expect(peer).toHaveBeenCalled());
    await peek();
    peer.mockClear();
    fireEvent.click(speak);
    expect(await told('Speak')).toMatchObject({
      aftermath: { state: expect.stringContaining('microphone.wanted.opening') as string, effects: ['speak'] },
    });
    fireEvent.click(off);
    const clientId = (actor('screen').getSnapshot() as unknown as { context: { clientId: string } }).context.clientId;
    expect((await told('Off')).aftermath?.messages).toEqual([
      { topic: `rtc/${SN}/${clientId}/up`, payload: expect.stringContaining('type: "bye"') as string },
    ]);
    expect([peer.mock.calls.length, getUserMedia.mock.calls.length]).toEqual([0, 0]);
  });

  it.each(['Stop', 'Escape'])('%s goes through', async (how) => {
    await atRobot();
    const stop = button('Stop', () => actor('screen').send({ type: 'stop.press', at: NOW }));
    await peek();
    if (how === 'Stop') fireEvent.click(stop);
    else fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(childOf('stop').getSnapshot()).toMatchObject({ value: { asking: 'calling' } });
    await soon(() => expect(app.cloud.count('/navigation/stop-navigate')).toBeGreaterThan(0));
  });

  it('no hand drives while it is on, and one that drove lets go', async () => {
    await atRobot();
    const drive = childOf('teleop');
    drive.send({ type: 'stick.set', source: 'gamepad', forward: 1, turn: 0 });
    const inputs = () => (drive.getSnapshot() as { context: { inputs: Record<string, object> } }).context.inputs;
    await peek();
    expect(inputs()['gamepad']).toEqual({ forward: 0, turn: 0 });
    drive.send({ type: 'stick.set', source: 'gamepad', forward: 1, turn: 0 });
    expect(inputs()['gamepad']).toEqual({ forward: 0, turn: 0 });
    // The keyboard effect listens on the window.
    fireEvent.keyDown(document.body, { key: 'w', code: 'KeyW' });
    expect(inputs()['keyboard']).not.toMatchObject({ forward: 1 });
  });
});

it('a message to a robot has its topic and what it says, texts left out', async () => {
  await atHome();
  await soon(() =>
    expect(actor('connection').getSnapshot()).toMatchObject({ context: { links: { account: { state: 'open' } } } }),
  );
  const heard = vi.fn();
  broker.aedes.on('publish', ({ topic }) => heard(topic));
  const pressed = button('Say', () =>
    actor('connection').send({
      type: 'message.send',
      key: 'account',
      topic: 'uagv/v2/x/y/teleop/3',
      payload: JSON.stringify({ type: 'push', lease: 3, words: 'a secret' }),
    }),
  );
  await peek();
  fireEvent.click(pressed);
  const { aftermath, payload } = await told('Say');
  expect(aftermath?.messages).toEqual([
    { topic: 'uagv/v2/x/y/teleop/3', payload: '{ type: "push", lease: 3, words: ▪string 8 }' },
  ]);
  expect([payload, JSON.stringify(aftermath)].join()).not.toContain('a secret');
  expect(heard).not.toHaveBeenCalledWith('uagv/v2/x/y/teleop/3');
});
