import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MEMBERS, type MenuEntry, withCounts } from '../../../src/ui/shell/menu.ts';
import { Sidebar } from '../../../src/ui/shell/Sidebar.tsx';
import { renderWithTexts } from '../withTexts.tsx';

afterEach(cleanup);

const entry = (name: string, path: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  name,
  path,
  external: false,
  title: '',
  icon: 'house',
  divider: false,
  children: [],
  ...more,
});
const ENTRIES = [
  entry('Home', '/home', { title: 'routes.home', divider: true }),
  entry('Setting', '/setting', { children: [entry('Map', '/setting/map-edit'), entry('Speech', '/setting/speech')] }),
  entry('Docs', 'https://docs.example/', { external: true }),
  entry('Members', '/setting/friend-manage', { title: 'routes.friends' }),
];
const show = (path: string, folded = false, { onFold = vi.fn(), onGroup = vi.fn(), groups = {}, requests = 0 } = {}) =>
  renderWithTexts(
    <Sidebar
      entries={withCounts(ENTRIES, { [MEMBERS]: requests })}
      path={path}
      folded={folded}
      groups={groups}
      onGroup={onGroup}
      onFold={onFold}
    />,
  );

describe('the sidebar', () => {
  it('marks the page one is on and has a hairline after home', async () => {
    const { container } = await show('/home');
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
    expect(container.querySelectorAll('hr')).toHaveLength(1);
  });
  it('opens a group because one is in it, and by hand', async () => {
    const onGroup = vi.fn();
    const { again } = await show('/setting/speech', false, { onGroup });
    const group = screen.getByRole('button', { name: 'Setting' });
    expect(group.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('link', { name: 'Speech' }).getAttribute('aria-current')).toBe('page');
    fireEvent.click(group);
    expect(onGroup).toHaveBeenCalledExactlyOnceWith('Setting', false);
    again(
      <Sidebar
        entries={ENTRIES}
        path="/setting/speech"
        folded={false}
        groups={{ Setting: false }}
        onGroup={onGroup}
        onFold={vi.fn()}
      />,
    );
    expect(screen.queryByRole('link', { name: 'Speech' })).toBeNull();
  });
  it.each([
    [0, false, 'Members', 'Members'],
    [1, false, 'Members, 1 waiting', 'Members 1'],
    [120, true, 'Members, 99+ waiting', 'Members 99+'],
  ])('says at the members how many requests wait: %i', async (requests, folded, name, text) => {
    await show('/home', folded, { requests });
    expect(screen.getByRole('link', { name }).textContent).toBe(text);
  });
  it.each([
    [true, 'Group, 2 waiting', 'Group 2'],
    [false, 'Group, 2 waiting', 'Group 2'],
  ])('says at a closed group how many requests wait in it, collapsed: %s', async (folded, name, text) => {
    const group = entry('Group', '/setting', { children: [entry('Members', '/setting/friend-manage', { count: 2 })] });
    const { again } = await renderWithTexts(
      <Sidebar entries={[group]} path="/home" folded={folded} groups={{}} onGroup={vi.fn()} onFold={vi.fn()} />,
    );
    expect(screen.getByRole('button', { name }).textContent).toBe(text.slice(folded ? 'Group'.length : 0));
    if (folded) return;
    again(
      <Sidebar
        entries={[group]}
        path="/home"
        folded={false}
        groups={{ Group: true }}
        onGroup={vi.fn()}
        onFold={vi.fn()}
      />,
    );
    expect(screen.getByRole('button', { name: 'Group' }).textContent).toBe('Group');
    expect(screen.getByRole('link', { name: 'Members, 2 waiting' })).toBeTruthy();
  });
  it('opens foreign addresses in a new tab and says so', async () => {
    await show('/home');
    const link = screen.getByRole('link', { name: 'Docs, opens in a new tab' });
    expect([link.getAttribute('target'), link.getAttribute('href')]).toEqual(['_blank', 'https://docs.example/']);
  });
  it('folds, and then keeps the names for the ear', async () => {
    const onFold = vi.fn();
    await show('/setting/speech', true, { onFold });
    expect(screen.getByRole('link', { name: 'Home' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Setting' }).getAttribute('aria-current')).toBe('page');
    fireEvent.click(screen.getByRole('button', { name: 'Expand menu' }));
    expect(onFold).toHaveBeenCalledOnce();
  });
  it('is one landmark with a name', async () => {
    await show('/home');
    expect(within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('listitem').length).toBeGreaterThan(
      2,
    );
  });
});
