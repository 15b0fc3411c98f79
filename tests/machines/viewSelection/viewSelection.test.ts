import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, setup, type AnyActorLogic, type AnyEventObject } from 'xstate';
import type { KindView, RobotView } from '../../../contract/entities/constants.ts';
import { viewSelectionMachine } from '../../../src/machines/viewSelection/viewSelection.machine.ts';
import {
  selectIsViewChoiceWaiting,
  selectMarkedView,
  selectOfferedViews,
} from '../../../src/machines/viewSelection/viewSelection.selectors.ts';

function start() {
  const told: AnyEventObject[] = [];
  let see: (views: readonly KindView[], view?: RobotView) => void = () => {};
  const machine = viewSelectionMachine.provide({
    actors: {
      hasLastView: fromPromise<{ hasLast: boolean }>(async () => ({ hasLast: true })),
      watchViews: fromCallback(({ sendBack }) => {
        see = (views, view = 'all') => sendBack({ type: 'views.seen', views, view });
      }),
    },
  });
  const input = {
    page: 'viewSelection',
    params: {},
    query: {},
    user: null,
    serialNumber: '',
    language: 'enUS',
  } as const;
  const fleet: AnyActorLogic = fromCallback(({ receive }) => receive((event) => void told.push(event)));
  const root = createActor(
    setup({ actors: { fleet, screen: machine } }).createMachine({
      invoke: [
        { src: 'fleet', systemId: 'fleet' },
        { src: 'screen', id: 'screen', input },
      ],
    }),
  ).start();
  const actor = root.getSnapshot().children['screen'] as ReturnType<typeof createActor<typeof viewSelectionMachine>>;
  return { actor, told, see: (...args: Parameters<typeof see>) => see(...args), now: () => actor.getSnapshot() };
}

describe('the choice of a view', () => {
  it('offers the views with robots once the fleet is loaded, and marks the one of last time', () => {
    const { see, now } = start();
    expect(selectIsViewChoiceWaiting(now())).toBe(true);
    see(['w', 's'], 's');
    expect([selectOfferedViews(now()), selectMarkedView(now()), selectIsViewChoiceWaiting(now())]).toEqual([
      ['all', 'w', 's'],
      's',
      false,
    ]);
    see(['w', 's', 'd'], 's');
    expect(selectOfferedViews(now())).toEqual(['all', 'w', 's', 'd']);
  });
  it('opens a picked view once, stored unless the user does not want that', () => {
    for (const keep of [true, false]) {
      const { actor, see, told } = start();
      see(['w', 's']);
      if (!keep) actor.send({ type: 'remember.set', remember: false });
      actor.send({ type: 'view.pick', view: 'd' });
      actor.send({ type: 'view.pick', view: 'w' });
      actor.send({ type: 'view.pick', view: 's' });
      expect(told).toEqual([{ type: 'view.choose', view: 'w', keep }]);
    }
  });
  it('opens the only view by itself, without storing it', () => {
    const { see, told } = start();
    see([]);
    expect(told).toEqual([]);
    see(['xp']);
    expect(told).toEqual([{ type: 'view.choose', view: 'xp', keep: false }]);
  });
});
