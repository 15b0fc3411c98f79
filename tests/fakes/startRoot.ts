/**
 * The root machine in isolation: its children only record the events they receive, and the test resolves the loading of
 * pages and chunks.
 */
import { createActor, fromCallback, fromPromise, setup, SimulatedClock, type AnyEventObject } from 'xstate';
import { appMachine, pageKey } from '../../src/machines/app/app.machine.ts';
import type { Access, Aside, PageInput, ShownPage } from '../../src/machines/app/events.ts';
import { setChildLogic } from '../../src/machines/childLogic.ts';
import { settle } from './settle.ts';
import { TABLE, userOf } from './startSession.ts';

/** A page that navigation asks the root to show. */
export const shown = (page: string, change: Partial<ShownPage> = {}): ShownPage => ({
  page,
  path: `/${page}`,
  params: {},
  query: {},
  titleKey: `routes.${page}`,
  name: page,
  affix: false,
  ...change,
});
export const user = { who: 'user', userId: 'u1', roles: ['operator'], routes: TABLE, robotCount: 1 } satisfies Access;

export function startRoot() {
  const told: [string, AnyEventObject][] = [];
  const screens: PageInput[] = [];
  const loads: { page: string; come(): Promise<void>; fail(): Promise<void> }[] = [];
  const mistakes = { page: false, fleet: false };
  const logged: unknown[] = [];
  const presence = { fails: false, loads: 0 };
  /** Overlays: those that were loaded, those that are open, and a function with which one ends itself. */
  const asides = { fails: false, loads: [] as string[], there: new Set<string>(), end: (_: string) => {} };
  const scribe = (name: string) =>
    fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push([name, event]))) as never;
  const page = setup({ types: { input: {} as PageInput, context: {} as PageInput } }).createMachine({
    context: ({ input }) => (screens.push(input), input),
    initial: 'free',
    // A simple page controlled by the test; while holding, it keeps the page shown.
    states: { free: { on: { 'page.hold': 'holding' } }, holding: { tags: 'holding' } },
    on: {
      'page.resumed': {
        actions: ({ event }) => {
          if (mistakes.page) throw new Error('a mistake of ours');
          told.push(['screen', event]);
        },
      },
      '*': { actions: ({ event }) => void told.push(['screen', event]) },
    },
  });
  const fleet = setup({}).createMachine({
    on: {
      'fleet.refresh': {
        actions: ({ event }) => {
          if (mistakes.fleet) throw new Error('another mistake');
          told.push(['fleet', event]);
        },
      },
      '*': { actions: ({ event }) => void told.push(['fleet', event]) },
    },
  });
  const machine = appMachine.provide({
    actors: {
      session: scribe('session'),
      navigation: scribe('navigation'),
      notices: scribe('notices'),
      preferences: scribe('preferences'),
      pendingStops: scribe('pendingStops'),
      frame: scribe('frame'),
      alarms: scribe('alarms'),
      calls: scribe('calls'),
      connection: scribe('connection'),
      fleet: fleet as never,
      loadPresence: fromPromise(async () => {
        presence.loads += 1;
        if (presence.fails) throw new Error('chunk');
      }),
      loadAside: fromPromise<void, { aside: Aside }>(async ({ input: { aside } }) => {
        asides.loads.push(aside);
        if (asides.fails) throw new Error('chunk');
        const logic = setup({
          actors: {
            there: fromCallback(() => {
              asides.there.add(aside);
              return () => void asides.there.delete(aside);
            }),
          },
        }).createMachine({
          initial: 'there',
          states: { there: { invoke: { src: 'there' }, on: { end: 'over' } }, over: { type: 'final' } },
        });
        setChildLogic(machine, aside, logic);
      }),
      loadPage: fromPromise<void, { page: string }>(
        ({ input }) =>
          new Promise(
            (resolve, reject) =>
              void loads.push({
                page: input.page,
                come: () => {
                  setChildLogic(machine, pageKey(input.page), page);
                  resolve();
                  return settle();
                },
                fail: () => (reject(new Error('chunk')), settle()),
              }),
          ),
      ),
    },
    actions: {
      logError: (_, { error }) => void logged.push(error),
      speak: (_, event) => void told.push(['words', { type: event.language }]),
    },
  });
  const clock = new SimulatedClock();
  const root = createActor(machine, {
    systemId: 'app',
    clock,
    input: {
      navigation: { path: '/', search: '', knownPages: [] },
      serialNumber: 'A',
      view: 'all',
      preferences: {
        language: 'enUS',
        theme: 'system',
        sidebarOpen: true,
        panelOpen: true,
        panelNarrow: false,
        viewOrder: [],
        stickSide: 'right',
        size: 'medium',
      },
    },
  }).start();
  asides.end = (aside) =>
    (root.getSnapshot().children as Record<string, { send(event: AnyEventObject): void } | undefined>)[aside]?.send({
      type: 'end',
    });
  return {
    root,
    told,
    screens,
    loads,
    presence,
    asides,
    clock,
    mistakes,
    logged,
    toldTo: (name: string) => told.filter(([to]) => to === name).map(([, event]) => event),
    want: (wanted: ShownPage) => root.send({ type: 'app.pageWanted', shown: wanted }),
    async enter() {
      root.send({ type: 'app.accessChanged', access: user, user: userOf() });
      await settle();
    },
  };
}
