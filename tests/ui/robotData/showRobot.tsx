/**
 * Renders the page of one robot in jsdom: the real component over the real machines, under a root with the sibling
 * actors it reads. The test controls robot, server and time; keyboard events are those of the window.
 */
import { act, cleanup, render } from '@testing-library/react';
import {
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  fromTransition,
  setup,
  SimulatedClock,
} from 'xstate';
import type { Language } from '../../../contract/entities/constants.ts';
import type { RobotInfo } from '../../../contract/endpoints/robotSettings.ts';
import type { SpokenLine } from '../../../contract/entities/caption.ts';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { connectionMachine } from '../../../src/machines/connection/connection.machine.ts';
import type { Live } from '../../../src/machines/live.ts';
import { preferencesMachine } from '../../../src/machines/preferences/preferences.machine.ts';
import type { Jam } from '../../../src/machines/robotData/compartmentJams.machine.ts';
import type { LoadedRobot } from '../../../src/machines/robotData/robotData.setup.ts';
import type { RobotDataRef } from '../../../src/machines/robotData/robotData.selectors.ts';
import { listenDriving } from '../../../src/services/keyboardDriving.ts';
import { listenEscape, watchEscape } from '../../../src/services/keyboardEscape.ts';
import { AppContext, type AppParts } from '../../../src/ui/hooks/AppContext.ts';
import { RobotDataPage } from '../../../src/ui/pages/robotData/RobotDataPage.tsx';
import { NOW, sampleDetail, sampleLive, sampleSite, SN } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';
import { echoOf, ME, pageInput, robotPage } from '../../fakes/startRobotPage.ts';
import { textsOf } from '../withTexts.tsx';

export interface ShowOptions {
  first?: Partial<LoadedRobot>;
  language?: Language;
  width?: number;
  /** The robot is not loaded yet. */
  loading?: boolean;
  /** Roles of the user's account. */
  roles?: readonly string[];
  /** What the robot said lately. */
  spoken?: readonly SpokenLine[];
  /** What the robot reports about itself; an Error if it cannot be read. */
  info?: RobotInfo | Error;
  /** Compartments that are jammed. */
  jams?: readonly Jam[];
}

const STOPPER = { userId: 'me', name: 'Lin Wei' };
const running: { stop(): void }[] = [];
/** Call after each test: a page left running would keep listening to the window's key events. */
export function endRobots(): void {
  cleanup();
  for (const root of running.splice(0)) root.stop();
}

export async function showRobot({
  first = {},
  language = 'enUS',
  width = 1_440,
  loading = false,
  roles = ['operator'],
  spoken = [],
  info,
  jams = [],
}: ShowOptions = {}) {
  const clock = new SimulatedClock();
  const page = robotPage(clock, first, {
    keyboard: fromCallback(({ sendBack }) =>
      listenDriving(window, (stick) => sendBack({ type: 'stick.set', source: 'keyboard', ...stick })),
    ),
    escapeKey: fromCallback<AnyEventObject, { first: boolean }>(({ input, sendBack }) => {
      const stops = [
        listenEscape(window, document, input.first, () => sendBack({ type: 'escape.pressed', at: NOW })),
        watchEscape(document, input.first, (reaches) => sendBack({ type: 'escape.reaches', reaches })),
      ];
      return () => stops.forEach((stop) => stop());
    }),
  });
  page.world.hangs = loading;
  page.world.spoken = [...spoken];
  page.world.jams = jams;
  if (info) page.world.info = info;
  const detail = first.detail ?? sampleDetail();
  const other = sampleDetail({
    serialNumber: 'U1-2311-0033',
    robotNickName: 'Lobby host',
    kind: 'reception',
    live: sampleLive({ serialNumber: 'U1-2311-0033', status: 'standby', task: null }),
  });
  const fleet = {
    robots: { [SN]: detail, [other.serialNumber]: other },
    order: [SN, other.serialNumber],
    current: SN,
    view: 'all',
    filter: 'all',
    keyword: '',
    serverTime: NOW,
    sites: [sampleSite],
    failure: null,
  };
  const told: AnyEventObject[] = [];
  const scribe = fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push(event)));
  const silent = fromCallback(() => {});
  const root = createActor(
    setup({
      actors: {
        scribe,
        screen: page.machine,
        pendingStops: page.stops.machine,
        session: fromTransition(
          (state: { user: { roles: readonly string[] } }, event: AnyEventObject) => {
            told.push(event);
            return state;
          },
          { user: { roles } },
        ),
        fleet: fromTransition((state: typeof fleet) => state, fleet),
        connection: connectionMachine.provide({
          actors: { link: silent as never, askCloud: fromPromise(async () => {}) },
        }),
        preferences: preferencesMachine.provide({ actions: { keep: () => {} } }),
      },
    }).createMachine({
      invoke: [
        ...(['navigation', 'notices', 'app'] as const).map((name) => ({
          src: 'scribe' as const,
          id: name,
          systemId: name,
        })),
        { src: 'session', id: 'session', systemId: 'session' },
        { src: 'fleet', id: 'fleet', systemId: 'fleet' },
        { src: 'connection', id: 'connection', systemId: 'connection' },
        {
          src: 'preferences',
          id: 'preferences',
          systemId: 'preferences',
          input: {
            language,
            theme: 'system',
            sidebarOpen: true,
            panelOpen: true,
            panelNarrow: false,
            viewOrder: [],
            stickSide: 'right',
            size: 'medium',
          },
        },
        { src: 'pendingStops', id: 'pendingStops', systemId: 'pendingStops' },
        { src: 'screen', id: 'screen', systemId: 'screen', input: { ...pageInput, language } },
      ],
    }),
    { clock, systemId: 'app-root' },
  ).start();
  running.push(root);
  const system = root.system as { get(name: string): { send(event: AnyEventObject): void } };
  system.get('preferences').send({ type: 'layout.measured', width });
  system.get('pendingStops').send({ type: 'user.changed', user: STOPPER });
  system.get('connection').send({ type: 'feed.beaten', broker: 'ok' });

  const time = { now: NOW };
  const live: Live = {
    poses: () => [],
    pose: () => null,
    trail: () => [],
    path: () => [],
    onMove: () => () => {},
    now: () => time.now,
    stream: () => null,
    onStream: () => () => {},
    bitmap: () => null,
    capsule: () => null,
    onCapsule: () => () => {},
  };
  const parts = { root, live, texts: await textsOf(language) } as unknown as AppParts;
  const screen = root.getSnapshot().children['screen'] as unknown as RobotDataRef;

  const hand = {
    ...page,
    clock,
    told,
    screen,
    time,
    child: (name: 'lease' | 'teleop' | 'stop' | 'commands' | 'video') =>
      screen.getSnapshot().children[name] as {
        send(event: AnyEventObject): void;
        getSnapshot(): { hasTag(tag: string): boolean; context: unknown };
      },
    /** Runs an action and waits until the page has updated. */
    async so(happening: () => unknown) {
      await act(async () => {
        await happening();
        await settle();
      });
      return hand;
    },
    seen: (change: Partial<RobotLive>, now = NOW) =>
      hand.so(() => {
        time.now = now;
        page.report({ type: 'picture.heard', live: sampleLive(change), now });
      }),
    /** Echoes long enough for the round-trip time to be measured. */
    echo: (trip = 0) =>
      hand.so(() => {
        for (let n = 0; n < 24; n += 1) {
          clock.increment(50);
          page.report(echoOf(page.world.pulses, 4, clock.now(), trip));
        }
      }),
  };
  const rendered = await act(async () => {
    const made = render(
      <AppContext value={parts}>
        <RobotDataPage screen={screen} />
      </AppContext>,
    );
    if (!loading) {
      page.report({ type: 'mqttLink.opened', clientId: ME });
      await settle();
      page.report({ type: 'picture.heard', live: detail.live, now: NOW });
      await settle();
    }
    return made;
  });
  return { ...hand, ...rendered };
}
