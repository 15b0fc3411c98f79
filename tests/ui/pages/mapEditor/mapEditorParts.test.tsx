/** The point list, the settings panel and the side panels in jsdom: the real machine over a fake server. */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SaveResult } from '../../../../contract/entities/mapEdit.ts';
import { BaseApiError } from '../../../../contract/wire/baseApiError.ts';
import type { MapEditorRef } from '../../../../src/machines/mapEditor/mapEditor.selectors.ts';
import { AppContext, type AppParts } from '../../../../src/ui/hooks/AppContext.ts';
import { ConflictDialog } from '../../../../src/ui/pages/mapEditor/ConflictDialog.tsx';
import { DraftBar } from '../../../../src/ui/pages/mapEditor/DraftBar.tsx';
import { PointList } from '../../../../src/ui/pages/mapEditor/PointList.tsx';
import { PointPanel } from '../../../../src/ui/pages/mapEditor/PointPanel.tsx';
import { SaveDialog } from '../../../../src/ui/pages/mapEditor/SaveDialog.tsx';
import { VersionsDialog } from '../../../../src/ui/pages/mapEditor/VersionsDialog.tsx';
import { mapOf, mapPoint, startMapEditor, THREE } from '../../../fakes/startMapEditor.ts';
import { textsOf } from '../../withTexts.tsx';

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Hand = Awaited<ReturnType<typeof startMapEditor>>;
async function show(
  part: (screen: MapEditorRef) => ReactElement,
  options: Parameters<typeof startMapEditor>[0] = {},
  before: (hand: Hand) => unknown = () => undefined,
) {
  const hand = await startMapEditor(options).settle();
  await before(hand);
  await hand.settle();
  const still = (snapshot: object) => ({
    getSnapshot: () => snapshot,
    subscribe: () => ({ unsubscribe: () => undefined }),
    send: () => undefined,
  });
  const fleet = still({ context: { robots: {}, order: [] }, children: {}, hasTag: () => false });
  const root = { ...still({ children: { fleet }, context: {}, hasTag: () => false }), system: { get: () => fleet } };
  const parts = { texts: await textsOf('enUS'), root, live: { now: () => 0 } } as unknown as AppParts;
  await act(
    async () => void render(<AppContext value={parts}>{part(hand.actor as unknown as MapEditorRef)}</AppContext>),
  );
  return hand;
}
const settle = async (hand: Hand): Promise<void> => {
  await act(async () => void (await hand.settle()));
};
const review = (hand: Hand): unknown =>
  hand
    .down(2, 2)
    .move(4.5, 6.5)
    .up()
    .select('b')
    .send({ type: 'point.change', areaId: 'b', change: { stayTime: 9, elevatorId: 'e1' }, mark: null })
    .send({ type: 'save.open' });

describe('a number of a point', () => {
  it('may be typed letter by letter, and is shown as it is once the field is left', async () => {
    const hand = await show(
      (actor) => <PointPanel screen={actor} />,
      {},
      (one) => one.select('a'),
    );
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Direction' });
    const angle = () => hand.context().points.find(({ areaId }) => areaId === 'a')?.angle;
    for (const [text, number] of [
      ['4', 4],
      ['4,', 4],
      ['4,5', 4.5],
      ['4,5x', 4.5],
      ['', 4.5],
    ] as const) {
      fireEvent.change(field, { target: { value: text } });
      expect([field.value, angle()]).toEqual([text, number]);
    }
    fireEvent.blur(field);
    expect(field.value).toBe('4.5');
  });
  it('that is typed while another point is chosen is gone with its field', async () => {
    const hand = await show(
      (actor) => <PointPanel screen={actor} />,
      {},
      (one) => one.select('a'),
    );
    fireEvent.change(screen.getByRole('textbox', { name: 'Direction' }), { target: { value: 'x' } });
    expect(hand.context().typed).toEqual({ areaId: 'a', field: 'angle', text: 'x' });
    await act(async () => void hand.select('b'));
    expect(hand.context().typed).toBeNull();
  });
});

describe('the list', () => {
  it('picks, ticks, finds and tells what is wrong and what belongs where', async () => {
    const hand = await show((actor) => <PointList screen={actor} onAdd={() => undefined} onShow={() => undefined} />, {
      points: [THREE[0]!, { ...THREE[1]!, name: 'dock ' }, { ...THREE[2]!, name: 'Hall', elevatorId: 'e1' }],
    });
    const list = screen.getByRole('list', { name: 'Points' });
    expect(within(list).getAllByText(/has an error/u)).toHaveLength(2);
    expect(within(list).getByTitle('belongs to Lift 1')).toBeTruthy();
    fireEvent.click(within(list).getByRole('button', { name: /^Hall/u }));
    fireEvent.click(within(list).getByRole('checkbox', { name: 'Select Dock' }));
    expect(hand.context().selection).toEqual(['c', 'a']);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search points' }), { target: { value: 'hal' } });
    expect(within(screen.getByRole('list', { name: 'Points' })).getAllByRole('button')).toHaveLength(1);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search points' }), { target: { value: 'nowhere' } });
    expect(screen.getByText('No matching points')).toBeTruthy();
  });

  it('shows markup in a name as letters, and of thousands only those in sight', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      ...THREE[0]!,
      areaId: `p${String(at).padStart(5, '0')}`,
      name: at === 0 ? '<b onclick=x>' : `P${at}`,
      worldX: 1 + (at % 30),
      worldY: 1,
    }));
    await show((actor) => <PointList screen={actor} onAdd={() => undefined} onShow={() => undefined} />, {
      points: many,
    });
    expect(screen.getByText('10000')).toBeTruthy();
    expect(screen.queryAllByRole('checkbox').length).toBeLessThan(200);
    cleanup();
    await show((actor) => <PointList screen={actor} onAdd={() => undefined} onShow={() => undefined} />, {
      points: [many[0]!],
    });
    expect(screen.getByRole('button', { name: /^<b onclick=x>/u })).toBeTruthy();
    expect(document.querySelector('b[onclick]')).toBeNull();
  });
});

describe('the panel', () => {
  it('sets what is set at a point, each fault at its field, and ties it without the map', async () => {
    const hand = await show(
      (actor) => <PointPanel screen={actor} />,
      {},
      (one) => one.select('a'),
    );
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Bar' } });
    expect(screen.getByText('Bar has the same name.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('X (east)'), { target: { value: '400' } });
    expect(screen.getByText('The point is outside the map.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Direction'), { target: { value: '-5' } });
    expect(screen.getByText('Enter a whole number from 0 to 360.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Linked elevator'), { target: { value: 'e1' } });
    fireEvent.change(screen.getByLabelText('Linked door'), { target: { value: 'd1' } });
    expect(hand.context().points[0]).toMatchObject({
      name: 'Bar',
      worldX: 400,
      angle: -5,
      elevatorId: 'e1',
      doorId: 'd1',
    });
  });

  it('of several aligns, copies and deletes', async () => {
    const hand = await show(
      (actor) => <PointPanel screen={actor} />,
      {},
      (one) => one.select('a', 'b'),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Align: Right' }));
    expect(hand.places()).toContain('a 6,2 · b 6,4');
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    fireEvent.click(screen.getByRole('button', { name: 'Paste' }));
    expect(hand.context().points).toHaveLength(5);
    fireEvent.click(screen.getByRole('button', { name: 'Delete 2 points' }));
    expect(hand.context().points).toHaveLength(3);
  });
});

describe('what will change', () => {
  const panel = (actor: MapEditorRef): ReactElement => <SaveDialog screen={actor} />;

  it('tells each change with what was and what is, and Escape closes it', async () => {
    const hand = await show(panel, {}, review);
    const shown = screen.getByRole('dialog', { name: 'Review changes' });
    expect(shown.textContent).toContain('moved 5.15 m');
    expect(shown.textContent).toContain('Waiting time 0 s → 9 s');
    expect(shown.textContent).toContain('Linked elevator none → Lift 1');
    fireEvent.keyDown(shown, { key: 'Escape' });
    expect(hand.isIn({ draft: 'drafting' })).toBe(true);
  });

  it('names what uses a point that is deleted: over a route one may go, over a robot under way not', async () => {
    const uses = [{ areaId: 'a', kind: 'route' as const, id: 'r', name: 'Day round' }];
    const hand = await show(panel, { cloud: { answer: (): SaveResult => ({ result: 'inUse', uses }) } }, (one) =>
      one.select('a').send({ type: 'points.delete' }).send({ type: 'save.open' }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await settle(hand);
    expect(screen.getByText('Route Day round visits Dock.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save and leave routes incomplete' }));
    await settle(hand);
    expect(hand.cloud.saved.map(({ breakRoutes }) => breakRoutes)).toEqual([false, true]);
  });

  it('names the deliveries that need a point that is deleted, and leaves it', async () => {
    const uses = [{ areaId: 'a', kind: 'delivery' as const, id: 'd', name: 'Room 210' }];
    const hand = await show(panel, { cloud: { answer: (): SaveResult => ({ result: 'inUse', uses }) } }, (one) =>
      one.select('a').send({ type: 'points.delete' }).send({ type: 'save.open' }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await settle(hand);
    expect(screen.getByRole('alert').textContent).toContain(
      'A delivery to Room 210 needs Dock. Wait until it ends, or cancel it.',
    );
    expect(screen.queryByRole('button', { name: 'Save and leave routes incomplete' })).toBeNull();
  });

  it('says that nothing is lost when there was no answer', async () => {
    const hand = await show(
      panel,
      {
        cloud: {
          answer: () => {
            throw new BaseApiError('networkFailed');
          },
        },
      },
      review,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await settle(hand);
    expect(screen.getByRole('alert').textContent).toContain('Your draft is still here');
  });
});

it('a conflict shows what each of both did, and each point is chosen', async () => {
  const theirs = mapPoint({ ...THREE[1]!, stayTime: 30 });
  const cloud = {
    answer: (): SaveResult => ({
      result: 'conflicts',
      revision: 5,
      conflicts: [
        { areaId: 'a', theirs: null, base: mapPoint(THREE[0]!) },
        { areaId: 'b', theirs, base: mapPoint(THREE[1]!) },
      ],
    }),
  };
  const hand = await show(
    (actor) => <ConflictDialog screen={actor} />,
    { cloud },
    async (one) => {
      review(one);
      await one.send({ type: 'save.send', breakRoutes: false }).settle();
    },
  );
  const [first, second] = screen.getAllByRole('group') as [HTMLElement, HTMLElement];
  expect(within(first).getByRole('radio', { name: /^Theirs deleted/u })).toBeTruthy();
  fireEvent.click(within(first).getByRole('radio', { name: /^Mine moved 5\.15 m/u }));
  expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBe('true');
  expect(within(second).getByRole('radio', { name: /^Mine Waiting time 0 s → 9 s/u })).toBeTruthy();
  fireEvent.click(within(second).getByRole('radio', { name: /^Theirs Waiting time 0 s → 30 s/u }));
  expect(hand.context().choices).toEqual({ a: 'mine', b: 'theirs' });
});

describe('the draft bar', () => {
  const bar = (actor: MapEditorRef): ReactElement => <DraftBar screen={actor} />;
  it('tells that the browser keeps nothing, and of what somebody else saved', async () => {
    const hand = await show(bar, {}, (one) => one.down(2, 2).move(4.5, 6.5).up());
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    await act(async () => {
      hand.send({ type: 'draft.refused' }).send({
        type: 'page.mapChanged',
        siteId: 's1',
        mapId: 'm1',
        revision: 5,
        by: { userId: 'x', name: 'Chen Yu' },
      });
    });
    expect(screen.getByText(/^This browser has no space left/u)).toBeTruthy();
    expect(screen.getByText(/^Chen Yu saved version 5\. Your draft/u)).toBeTruthy();
  });

  it('leads to what changed, which cannot be brought back as if it were old', async () => {
    const hand = await show(
      (actor) => (
        <>
          <DraftBar screen={actor} />
          <VersionsDialog screen={actor} />
        </>
      ),
      { cloud: { versions: [[], [], [], [], [], THREE.map((point) => ({ ...point, worldY: 8 }))] } },
      (one) => one.down(2, 2).move(4.5, 6.5).up(),
    );
    hand.cloud.map = mapOf(THREE, 5);
    await act(
      async () =>
        void hand.send({
          type: 'page.mapChanged',
          siteId: 's1',
          mapId: 'm1',
          revision: 5,
          by: { userId: 'x', name: 'Chen Yu' },
        }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'View changes' }));
    await settle(hand);
    await settle(hand);
    expect(screen.getByText("Changes in version 5 that you don't have yet")).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Bring back/u })).toBeNull();
  });
});

describe('the version history', () => {
  const history = (actor: MapEditorRef): ReactElement => <VersionsDialog screen={actor} />;
  it('says only what changed, and calls the first version original', async () => {
    await show(history, { cloud: { versions: [[], []] } }, (one) => one.send({ type: 'versions.open' }));
    const [original, first] = screen.getAllByRole('listitem');
    expect(original?.textContent).toMatch(/^Original version.* · 1 editedView original version$/u);
    expect(first?.textContent).toMatch(/^Version 1.* · 1 editedView version 1$/u);
  });

  it('is never just blank', async () => {
    await show(history, {}, (one) => one.send({ type: 'versions.open' }));
    expect(screen.getByText(/^No earlier versions yet\./u)).toBeTruthy();
  });
});
