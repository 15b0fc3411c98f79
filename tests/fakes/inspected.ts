/**
 * The inspector's machine with fake effects: files that open or fail, tabs that answer or are gone, and a simulated
 * clock.
 */
import {
  type ActorRefFrom,
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  setup,
  SimulatedClock,
} from 'xstate';
import type { ProblemReport } from '../../contract/entities/problemReport.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import { forkMachine } from '../../src/machines/inspector/fork.machine.ts';
import { inspectorMachine } from '../../src/machines/inspector/inspector.machine.ts';
import type { LiveTab, Shown, Wanted } from '../../src/machines/inspector/messages.ts';
import {
  reportsMachine,
  type ReportsResult,
  type ReportsRequest,
} from '../../src/machines/inspector/reports.machine.ts';

export const TAB: LiveTab = { id: 'tab-1', title: 'routes.home', page: '/home' };
export const shownOf = (change: Partial<Shown> = {}): Shown => ({
  key: 'capsule/1',
  name: 'porter.capsule',
  from: 'file',
  actor: 0,
  length: 10,
  ...change,
});
export const reportOf = (change: Partial<ProblemReport> = {}): ProblemReport => ({
  id: 'r1',
  userId: 'u1',
  nickname: 'Lin Wei',
  sentence: 'Porter 1 stopped',
  page: '/home',
  build: '0.1.0',
  size: 4_096,
  takenAt: 1,
  receivedAt: 2,
  ...change,
});

export function inspectedWorld({ admin = false } = {}) {
  const clock = new SimulatedClock();
  const world = {
    /** The error of the next opening; 'never': it never finishes. */
    refusal: null as ErrorName | 'never' | null,
    opens: shownOf(),
    wanted: [] as (Wanted | null)[],
    /** Keys passed to `keepOnly`, in order. */
    kept: [] as string[],
    shelfLeft: false,
    follows: [] as string[],
    left: [] as string[],
    reports: { total: 1, rows: [reportOf()] } as ReportsResult,
    reportsFail: null as ErrorName | null,
    asked: [] as ReportsRequest[],
    removed: [] as string[],
  };
  let fromTab: (event: AnyEventObject) => void = () => {};
  const machine = inspectorMachine.provide({
    actors: {
      openCapsule: fromPromise<Shown, { wanted: Wanted | null }>(async ({ input }) => {
        world.wanted.push(input.wanted);
        if (world.refusal === 'never') await new Promise(() => {});
        else if (world.refusal) throw new ApiError(world.refusal);
        return world.opens;
      }),
      followTab: fromCallback<AnyEventObject, { tab: LiveTab | null }>(({ input, sendBack }) => {
        world.follows.push(input.tab?.id ?? '');
        fromTab = sendBack;
        return () => void world.left.push(input.tab?.id ?? '');
      }),
      watchTabs: fromCallback(({ sendBack }) => sendBack({ type: 'tabs.seen', tabs: [TAB] })),
      keepShelf: fromCallback(() => () => void (world.shelfLeft = true)),
      watchAccess: fromCallback(({ sendBack }) => sendBack({ type: 'access.seen', admin })),
      fork: forkMachine.provide({ actors: { run: fromCallback(() => {}) } }),
      reports: reportsMachine.provide({
        actors: {
          loadReports: fromPromise<ReportsResult, ReportsRequest>(async ({ input }) => {
            world.asked.push(input);
            if (world.reportsFail) throw new ApiError(world.reportsFail);
            return world.reports;
          }),
          removeReport: fromPromise<unknown, { reportId: string }>(
            async ({ input }) => void world.removed.push(input.reportId),
          ),
        },
      }),
    },
    actions: { keepOnly: (_, { key }) => void world.kept.push(key) },
  });
  return { clock, world, machine, tab: (event: AnyEventObject) => fromTab(event) };
}

export function startInspector({ query = {}, ...options }: { admin?: boolean; query?: Record<string, string> } = {}) {
  const told: AnyEventObject[] = [];
  const { clock, world, machine, tab } = inspectedWorld(options);
  const root = createActor(
    setup({
      actors: {
        screen: machine,
        scribe: fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push(event))),
      },
    }).createMachine({
      invoke: [
        { src: 'scribe', id: 'navigation', systemId: 'navigation' },
        {
          src: 'screen',
          id: 'screen',
          systemId: 'screen',
          input: { page: 'inspector', params: {}, query, user: null, serialNumber: '', language: 'enUS' },
        },
      ],
    }),
    { clock },
  ).start();
  const actor = root.system.get('screen') as unknown as ActorRefFrom<typeof inspectorMachine>;
  return {
    clock,
    world,
    root,
    actor,
    told,
    context: () => actor.getSnapshot().context,
    is: (tag: Parameters<ReturnType<typeof actor.getSnapshot>['hasTag']>[0]) => actor.getSnapshot().hasTag(tag),
    /** Sends an event from the followed tab. */
    tab,
    openFile: (name = 'porter.capsule') =>
      actor.send({ type: 'capsule.open', wanted: { from: 'file', file: new Blob(), name } }),
  };
}
