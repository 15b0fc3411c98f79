/** The cruise routes page: what the URL opens, and actions on whole routes. */
import { createMachine, fromCallback, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { BaseApiError } from '../../../contract/wire/baseApiError.ts';
import type { Query } from '../../../src/machines/app/events.ts';
import { cruiseRoutesMachine } from '../../../src/machines/cruiseRoutes/cruiseRoutes.machine.ts';
import {
  routesByFloor,
  selectEditorRef,
  selectRoutes,
} from '../../../src/machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import type { RouteAction, RoutesResult } from '../../../src/machines/cruiseRoutes/cruiseRoutes.setup.ts';
import type { LoadedRoute, LoadInput } from '../../../src/machines/cruiseRoutes/routeEditor.context.ts';
import { routeEditorMachine } from '../../../src/machines/cruiseRoutes/routeEditor.machine.ts';
import { settle } from '../../fakes/settle.ts';
import { choiceOf, routeOf } from '../../fakes/startRouteEditor.ts';
import { mapOf } from '../../fakes/startMapEditor.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const ROUTES = [
  routeOf('r', 'ab', { isDefault: true }),
  routeOf('s', 'abc', { pathName: 'Night round', mapId: 'm2', mapName: 'Guest floor', floor: '2F' }),
];

async function start(
  query: Query = {},
  { mayEdit = true, refuses = null as BaseApiError | null, serialNumber = 'A' } = {},
) {
  const done: RouteAction[] = [];
  let routes = ROUTES;
  const page = startUnderApp(
    cruiseRoutesMachine.provide({
      actors: {
        loadRoutes: fromPromise<RoutesResult, { serialNumber: string }>(async () => ({
          routes: routes.map(choiceOf),
          floors: [],
          mapId: 'm1',
          mayEdit,
          mayOperate: true,
        })),
        carryOut: fromPromise<unknown, { serialNumber: string; pendingAction: RouteAction | null }>(
          async ({ input: { pendingAction } }) => {
            if (refuses) throw refuses;
            if (pendingAction) done.push(pendingAction);
            if (pendingAction?.act === 'delete')
              routes = routes.filter(({ pathId }) => pathId !== pendingAction.route.pathId);
          },
        ),
        routeEditor: routeEditorMachine.provide({
          actors: {
            loadRoute: fromPromise<LoadedRoute, LoadInput>(async ({ input: { pathId } }) => ({
              map: mapOf([]),
              route: routes.find((route) => route.pathId === pathId) ?? null,
              kept: null,
              takesPhotos: true,
              seed: 's',
            })),
            guardTab: fromCallback(() => undefined),
          },
          actions: { keepDraft: () => undefined },
        }),
        routeRun: createMachine({ on: { '*': {} } }) as never,
      },
    }),
    { as: 'screen', input: { page: 'cruiseRoutes', params: {}, query, user: null, serialNumber, language: 'enUS' } },
  );
  await settle();
  const { actor } = page;
  const hand = {
    ...page,
    done,
    context: () => selectRoutes(actor.getSnapshot()),
    editor: () => selectEditorRef(actor.getSnapshot()),
    asked: () => actor.getSnapshot().children['confirm'],
    /** Changes the URL query. */
    go: async (next: Query) => {
      actor.send({ type: 'page.queryChanged', query: next });
      await settle();
    },
  };
  return hand;
}

describe('the list', () => {
  it('stands floor by floor, and is searched', () => {
    const choices = ROUTES.map(choiceOf);
    expect(routesByFloor(choices, '').map(({ floor, routes }) => [floor, routes.map(({ pathId }) => pathId)])).toEqual([
      ['1F', ['r']],
      ['2F', ['s']],
    ]);
    expect(routesByFloor(choices, 'NIGHT').map(({ floor }) => floor)).toEqual(['2F']);
  });
  it('opens a route by its address, and lets Back close it', async () => {
    const page = await start();
    page.actor.send({ type: 'route.open', pathId: 's' });
    expect(page.toldTo('navigation').at(-1)).toEqual({
      type: 'navigation.query',
      query: { route: 's', from: '', map: '' },
      push: true,
    });
    await page.go({ route: 's' });
    expect(page.editor()?.getSnapshot().context).toMatchObject({ pathId: 's', mapId: 'm2' });
    await page.go({});
    expect(page.editor()).toBeUndefined();
  });
  it('opens at once what a link names, and says so when that is gone', async () => {
    expect((await start({ route: 'r' })).editor()?.getSnapshot().context.pathId).toBe('r');
    const page = await start({ route: 'none' });
    expect(page.editor()).toBeUndefined();
    expect(page.toldTo('notices')).toEqual([
      { type: 'notice.show', notice: { tone: 'warning', key: 'cruiseRoutes.gone' } },
    ]);
  });
  it('lets nobody begin a route who may not', async () => {
    const page = await start({ route: 'new' }, { mayEdit: false });
    expect(page.editor()).toBeUndefined();
    page.actor.send({ type: 'route.new', mapId: '' });
    page.actor.send({ type: 'route.delete', pathId: 's' });
    expect([page.toldTo('navigation').filter(({ query }) => query?.route === 'new'), page.asked()]).toEqual([
      [],
      undefined,
    ]);
  });
  it('makes the robot of its address current before it reads: the fleet settles on no other meanwhile', async () => {
    const page = await start({ serialNumber: 'B' }, { serialNumber: 'A' });
    expect(page.toldTo('fleet')).toEqual([{ type: 'robot.choose', serialNumber: 'B' }]);
    page.actor.send({ type: 'routes.reload' });
    expect(page.actor.getSnapshot().matches({ list: 'loading' })).toBe(true);
    expect(page.toldTo('fleet')).toHaveLength(2);
  });
  it('waits for a robot', async () => {
    const page = await start({}, { serialNumber: '' });
    expect(page.actor.getSnapshot().matches({ list: 'none' })).toBe(true);
    page.actor.send({ type: 'page.robotChanged', serialNumber: 'B' });
    await settle();
    expect(page.context()).toMatchObject({ serialNumber: 'B', isRead: true });
  });
});

describe('whole routes', () => {
  it('are deleted after a question that names them, the one that is open as well', async () => {
    const page = await start({ route: 's' });
    page.actor.send({ type: 'route.delete', pathId: 's' });
    page.asked()?.send({ type: 'confirm.cancel' });
    expect(page.done).toEqual([]);
    page.actor.send({ type: 'route.delete', pathId: 's' });
    page.asked()?.send({ type: 'confirm.accept' });
    await settle();
    expect(page.done).toMatchObject([{ act: 'delete', route: { pathId: 's' } }]);
    await settle();
    expect([page.editor(), page.context().routes.map(({ pathId }) => pathId)]).toEqual([undefined, ['r']]);
  });
  it('say why they are not', async () => {
    const page = await start({}, { refuses: new BaseApiError(ERRORS.defaultRouteNeeded) });
    page.actor.send({ type: 'route.delete', pathId: 's' });
    page.asked()?.send({ type: 'confirm.accept' });
    await settle();
    expect(page.toldTo('notices').at(-1)).toMatchObject({
      notice: { tone: 'error', failure: { code: ERRORS.defaultRouteNeeded } },
    });
  });
  it('become the default', async () => {
    const page = await start();
    page.actor.send({ type: 'route.makeDefault', pathId: 's' });
    await settle();
    expect(page.done).toMatchObject([{ act: 'makeDefault', route: { pathId: 's' } }]);
    expect(page.toldTo('notices').at(-1)).toMatchObject({
      notice: { key: 'cruiseRoutes.madeDefault', params: { name: 'Night round' } },
    });
  });
});

describe('something unsaved', () => {
  it('is told to whoever asks before the page is left, and by the question the way goes on', async () => {
    const page = await start({ route: 'r' });
    const { actor } = page;
    expect(actor.getSnapshot().hasTag('unsaved')).toBe(false);
    page.editor()?.send({ type: 'route.rename', change: { pathName: 'Other' } });
    expect(actor.getSnapshot().hasTag('unsaved')).toBe(true);
    actor.send({ type: 'page.leaveAsked', to: '/home' });
    (page.editor()?.getSnapshot().children['confirm'] as { send(event: object): void } | undefined)?.send({
      type: 'confirm.accept',
    });
    expect(page.toldTo('navigation').at(-1)).toEqual({ type: 'navigation.leave', to: '/home' });
  });
});
