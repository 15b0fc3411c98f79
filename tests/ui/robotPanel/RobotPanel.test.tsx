import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RobotPanel, type RobotPanelProps } from '../../../src/ui/robotPanel/RobotPanel.tsx';
import { renderWithTexts } from '../withTexts.tsx';
import { robotOf } from '../robotOf.ts';

afterEach(cleanup);
// jsdom has no layout: without a height a virtual list renders no rows.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(251);
});
afterEach(() => vi.restoreAllMocks());

const ROWS = [
  robotOf({ serialNumber: 'W1-2308-0417', robotNickName: 'Porter 1' }),
  robotOf({
    serialNumber: 'D2-2401-0022',
    robotNickName: '',
    kind: 'disinfection',
    live: { connection: 'offline', status: 'offline' },
  }),
];
const wishes = () => ({
  onRefresh: vi.fn(),
  onFilter: vi.fn(),
  onType: vi.fn(),
  onKeyword: vi.fn(),
  onNarrow: vi.fn(),
  onChoose: vi.fn(),
});
const show = async (given: Partial<RobotPanelProps> = {}) => {
  const asked = wishes();
  await renderWithTexts(
    <RobotPanel
      rows={ROWS}
      total={2}
      current="W1-2308-0417"
      cases={new Map()}
      tiles={new Map()}
      filter="all"
      keyword=""
      typed=""
      narrow={false}
      state="ready"
      refreshing={false}
      onAllViews={null}
      {...asked}
      {...given}
    />,
  );
  return asked;
};
const search = () => screen.getByRole('searchbox', { name: 'Serial number or name' });

describe('the robot panel', () => {
  it('shows serial number, name where there is one, and the status', async () => {
    await show();
    expect(screen.getByRole('button', { name: /Porter 1.*W1-2308-0417/u }).getAttribute('aria-current')).toBe('true');
    const off = screen.getByRole('button', { name: /D2-2401-0022/u });
    expect(off.textContent).toBe('D2-2401-0022');
    expect(screen.getByRole('img', { name: 'Offline' })).toBeTruthy();
  });
  it('marks robots with an unresolved alarm case by outline, icon and event, at both widths', async () => {
    for (const narrow of [false, true]) {
      await show({ narrow, cases: new Map([['W1-2308-0417', 'Smoke']]) });
      const row = screen.getByRole('button', { name: /Porter 1.*Alarm: Smoke/u });
      expect(row.className).toContain('var(--st-alarm)');
      const other = screen.getByRole('button', { name: /D2-2401-0022/u });
      expect(other.className).not.toContain('var(--st-alarm)');
      expect(screen.getAllByRole('img', { name: /^Alarm: / })).toHaveLength(1);
      cleanup();
    }
  });
  it('shows the places of robots on the video wall, at both widths', async () => {
    for (const narrow of [false, true]) {
      await show({ narrow, tiles: new Map([['D2-2401-0022', 9]]) });
      const row = screen.getByRole('button', { name: /D2-2401-0022.*On the video wall: tile 9/u });
      expect(row.textContent).toBe('D2-2401-00229');
      expect(screen.getAllByRole('img', { name: /^On the video wall/u })).toHaveLength(1);
      cleanup();
    }
  });
  it('marks robots that are watched or heard, and says by how many', async () => {
    const watched = (viewers: number, listening: number, serialNumber: string) =>
      robotOf({ serialNumber, live: { watching: { viewers, listening } } });
    await show({ rows: [...ROWS, watched(2, 1, 'W-1'), watched(1, 0, 'W-2'), watched(0, 3, 'W-3')] });
    for (const [serialNumber, text] of [
      ['W-1', '2 watching, 1 listening'],
      ['W-2', '1 watching'],
      ['W-3', '3 listening'],
    ] as const) {
      const row = within(screen.getByRole('button', { name: new RegExp(serialNumber, 'u') }));
      expect(row.getByRole('img', { name: text })).toBeTruthy();
    }
    expect(screen.getAllByRole('img', { name: /watching|listening/u })).toHaveLength(3);
  });
  it('says in a narrow row which tile a robot has, rather than who watches it', async () => {
    const watched = robotOf({ serialNumber: 'W-1', live: { watching: { viewers: 1, listening: 0 } } });
    for (const narrow of [false, true]) {
      await show({ rows: [watched], narrow, tiles: new Map([['W-1', 4]]) });
      expect(screen.getAllByRole('img', { name: 'On the video wall: tile 4' })).toHaveLength(1);
      expect(screen.queryAllByRole('img', { name: '1 watching' })).toHaveLength(narrow ? 0 : 1);
      cleanup();
    }
    await show({ rows: [watched], narrow: true });
    expect(screen.getAllByRole('img', { name: '1 watching' })).toHaveLength(1);
  });
  it('asks for words on Enter and on the search icon, not before', async () => {
    const { onKeyword, onType } = await show({ typed: ' mist ' });
    fireEvent.change(search(), { target: { value: ' mist 2' } });
    expect(onType).toHaveBeenCalledExactlyOnceWith(' mist 2');
    expect(onKeyword).not.toHaveBeenCalled();
    fireEvent.submit(search().closest('form')!);
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(onKeyword.mock.calls).toEqual([['mist'], ['mist']]);
  });
  it('clears the words with Escape', async () => {
    const { onKeyword } = await show({ keyword: 'mist' });
    fireEvent.keyDown(search(), { key: 'Escape' });
    expect(onKeyword).toHaveBeenCalledWith('');
  });
  it('without robots in the view offers all robots', async () => {
    const onAllViews = vi.fn();
    await show({ rows: [], total: 0, onAllViews });
    expect(screen.getByText('No robots to show in this view.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all robots' }));
    expect(onAllViews).toHaveBeenCalledOnce();
  });
  it('filters all, online, offline, charging', async () => {
    const { onFilter } = await show();
    expect(screen.getAllByRole('radio').map((one) => one.textContent)).toEqual([
      'All',
      'Online',
      'Offline',
      'Charging',
    ]);
    fireEvent.click(screen.getByRole('radio', { name: 'Charging' }));
    expect(onFilter).toHaveBeenCalledWith('charging');
  });
  it('hides search, refresh and the picture when narrow, and nothing else', async () => {
    const { onNarrow } = await show({ narrow: true });
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
    expect(document.querySelector('.art')).toBeNull();
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    // Number, name and status of each robot, in full.
    expect(screen.getByRole('button', { name: /Porter 1.*W1-2308-0417/u }).getAttribute('aria-current')).toBe('true');
    expect(screen.getByRole('button', { name: /D2-2401-0022/u })).toBeTruthy();
    expect(screen.getAllByRole('img')).toHaveLength(2);
    expect(screen.getByRole('complementary', { name: 'Robots' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Widen list' }));
    expect(onNarrow).toHaveBeenCalledOnce();
  });
  it('makes a row current', async () => {
    const { onChoose } = await show();
    fireEvent.click(screen.getByRole('button', { name: /D2-2401-0022/u }));
    expect(onChoose).toHaveBeenCalledWith('D2-2401-0022');
  });
  it('says why it is empty, and the way out', async () => {
    const { onFilter, onKeyword } = await show({ rows: [], filter: 'offline', keyword: 'x' });
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect([onFilter.mock.calls, onKeyword.mock.calls]).toEqual([[['all']], [['']]]);
  });
  it('offers to read a failed list again', async () => {
    const { onRefresh } = await show({ rows: [], state: 'failed' });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRefresh).toHaveBeenCalledOnce();
  });
});
