/** The page that draws a floor, in jsdom: the real machine over a fake server, by keyboard and by its panel. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { EMPTY_DRAWING, withRoom } from '../../../../contract/rules/drawFloor/edit.ts';
import { BaseApiError } from '../../../../contract/wire/baseApiError.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { FloorDrawingPage } from '../../../../src/ui/pages/floorDrawing/FloorDrawingPage.tsx';
import { counter } from '../../../fakes/drawings.ts';
import { fakeFloorCloud, floorOf } from '../../../fakes/startFloorDrawing.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

afterEach(cleanup);
const ROOM = withRoom(EMPTY_DRAWING, [2, 2], [6, 5], counter());

async function shown(
  options: Parameters<typeof fakeFloorCloud>[0] = {},
  { query = { drawing: 'f1' }, language = 'enUS' as 'enUS' | 'zhCN' } = {},
) {
  const { machine, cloud } = fakeFloorCloud(options);
  const live = { bitmap: () => null, onBitmap: () => () => undefined };
  const page = await renderPage(FloorDrawingPage, machine, { query, language, user: userOf(), live });
  const board = () => screen.getByRole('application', { name: 'Drawing of Attic' });
  return {
    ...page,
    cloud,
    board,
    key: (key: string, more: object = {}) => page.after(() => fireEvent.keyDown(board(), { key, ...more })),
    button: (name: string | RegExp) => screen.getByRole('button', { name }),
    row: (name: RegExp) => within(screen.getByRole('list', { name: /parts?$/u })).getByRole('button', { name }),
  };
}

describe('drawing by keyboard', () => {
  it('a room and its door, undone and redone, saved and published', async () => {
    const { key, press, button, row, cloud } = await shown();
    expect(screen.getByText('An empty floor. Choose Wall or Room and start drawing.')).toBeTruthy();
    await key('r');
    await key('ArrowRight');
    expect(screen.getByText(/^Cursor at/u).textContent).toBe('Cursor at 0.1, 0 m');
    await key('Enter');
    await key('ArrowRight', { shiftKey: true });
    await key('ArrowRight', { shiftKey: true });
    await key('ArrowUp', { shiftKey: true });
    await key('Enter');
    expect(row(/^Office 1/u).textContent).toContain('2 × 1 m');
    await key('d');
    await key('ArrowDown', { shiftKey: true });
    await key('ArrowLeft', { shiftKey: true });
    await key('Enter');
    expect(row(/^Door 1/u).getAttribute('aria-pressed')).toBe('true');
    await key('z', { ctrlKey: true });
    expect(screen.queryByText('Door 1')).toBeNull();
    await key('z', { ctrlKey: true, shiftKey: true });
    await press(button('Save'));
    expect(cloud.saved).toHaveLength(1);
    expect(screen.getByText('All changes are saved.')).toBeTruthy();
    await press(button('Publish'));
    await press(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Publish' }));
    expect(cloud.published).toMatchObject([{ revision: 4 }]);
    expect(screen.getByText('Robots have this version.')).toBeTruthy();
  });

  it('a wall with a typed length; Escape ends the chain and is used up', async () => {
    const { key, row, board } = await shown();
    await key('w');
    await key('Enter');
    await key('ArrowUp');
    await key('3');
    await key('.');
    await key('2');
    await key('Enter');
    expect(row(/^Wall 1/u).textContent).toContain('3.2 m');
    expect(fireEvent.keyDown(board(), { key: 'Escape' })).toBe(false);
  });
});

describe('the panel', () => {
  it('shows the numbers of what is chosen in the list, and sets them', async () => {
    const { press, row, after, screen: page } = await shown({ drawing: ROOM });
    await press(row(/^Wall 1/u));
    await after(() => fireEvent.change(screen.getByLabelText('Length'), { target: { value: '5,5' } }));
    expect(row(/^Wall 1/u).textContent).toContain('5.5 m');
    await press(screen.getByRole('radio', { name: 'Window' }));
    expect(page.getSnapshot().context.drawing.walls[0]?.kind).toBe('window');
    await press(row(/^Office 1/u));
    await after(() => fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Bar' } }));
    await press(screen.getByRole('button', { name: 'Erase' }));
    expect(screen.queryByText('Bar')).toBeNull();
  });
});

describe('the page', () => {
  it('says what is wrong, what failed and what another person saved', async () => {
    const refused = await shown({
      drawing: ROOM,
      publish: () => {
        throw new BaseApiError(ERRORS.mapRobotsStranded, { words: { robots: 'Porter 1' } });
      },
      save: () => ({ result: 'conflict', theirs: floorOf(EMPTY_DRAWING, { revision: 9, savedBy: 'Lin Wei' }) }),
    });
    await refused.press(refused.button('Publish'));
    await refused.press(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Publish' }));
    expect(screen.getByRole('alert').textContent).toContain('Porter 1');
    await refused.press(refused.row(/^Wall 1/u));
    await refused.press(screen.getByRole('button', { name: 'Erase' }));
    await refused.press(refused.button('Save'));
    const dialog = screen.getByRole('dialog', { name: 'Someone else saved this floor' });
    expect(dialog.textContent).toContain('Lin Wei');
    expect(dialog.textContent).toContain('3 walls, 0 doors, 1 rooms');
    await refused.press(within(dialog).getByRole('button', { name: 'Take theirs' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offers a draft that was kept, and tells when there is nothing to draw', async () => {
    await shown({ kept: { revision: 3, at: 0, drawing: ROOM } });
    const offer = screen.getByRole('alertdialog', { name: 'You have an unsaved draft' });
    expect(within(offer).getByRole('button', { name: 'Continue drawing' })).toBeTruthy();
    cleanup();
    await shown({}, { query: { drawing: '' } });
    expect(screen.getByText('No drawing selected')).toBeTruthy();
    cleanup();
    await shown({}, { query: { drawing: 'f9' } });
    expect(screen.getByText("Couldn't load the drawing")).toBeTruthy();
  });

  it('shows the floor as robots will see it, and a picture to trace is asked for', async () => {
    const { press, button, screen: page } = await shown({ drawing: ROOM });
    await press(screen.getByRole('switch', { name: 'Show as robots will see it' }));
    expect(page.getSnapshot().context.showsCells).toBe(true);
    expect(screen.getByText(/black is occupied/u)).toBeTruthy();
    await press(button('Trace a picture'));
    expect(screen.getByRole('dialog', { name: 'Trace a picture' })).toBeTruthy();
  });
});
