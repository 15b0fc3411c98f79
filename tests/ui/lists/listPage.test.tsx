// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ReactNode } from 'react';
import { Drawer, type DrawerProps } from '../../../src/ui/lists/Drawer.tsx';
import { Filters } from '../../../src/ui/lists/Filters.tsx';
import { ListPage } from '../../../src/ui/lists/ListPage.tsx';
import { type DayRange, RangePicker } from '../../../src/ui/lists/RangePicker.tsx';
import { RobotChips, RobotSelect } from '../../../src/ui/robots/RobotFilter.tsx';
import { countText } from '../../../src/ui/lists/countText.ts';
import { renderInApp } from '../renderPage.tsx';

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

describe('a list page', () => {
  it('has a title, facts, its filters, its list and one primary action', async () => {
    const onPress = vi.fn();
    await renderInApp(
      <ListPage title="Tasks" facts="12 tasks" primary={{ label: 'New task', onPress }} filters={<i>filters</i>}>
        <p>the list</p>
      </ListPage>,
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Tasks' })).toBeTruthy();
    for (const text of ['12 tasks', 'filters', 'the list']) expect(screen.getByText(text)).toBeTruthy();
    press('New task');
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it('says why its action cannot be used', async () => {
    const onPress = vi.fn();
    await renderInApp(
      <ListPage title="Tasks" primary={{ label: 'New task', onPress, disabledReason: 'No robot yet.' }}>
        {null}
      </ListPage>,
    );
    press('New task');
    expect(onPress).not.toHaveBeenCalled();
    expect(screen.getByText('No robot yet.')).toBeTruthy();
  });
});

describe('filters', () => {
  it('are a group, and are cleared together once one is set', async () => {
    const onClear = vi.fn();
    const row = (filtered: boolean) => (
      <Filters filtered={filtered} onClear={onClear}>
        <span>state</span>
      </Filters>
    );
    const { again } = await renderInApp(row(false));
    expect(within(screen.getByRole('group', { name: 'Filters' })).queryByRole('button')).toBeNull();
    again(row(true));
    press('Clear filters');
    expect(onClear).toHaveBeenCalledTimes(1);
  });
});

describe('days', () => {
  const show = async (value: Partial<DayRange> = {}, language: 'enUS' | 'zhCN' = 'enUS') => {
    const onChange = vi.fn();
    await renderInApp(
      <RangePicker
        value={{ days: '7', from: '', until: '', ...value }}
        timeZone="Asia/Shanghai"
        max="2026-11-21"
        onChange={onChange}
      />,
      { language, now: () => Date.UTC(2026, 10, 21) },
    );
    return onChange;
  };
  const radios = () => screen.getAllByRole('radio').map(({ textContent }) => textContent);
  const day = (name: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);

  it('are the last ones, in the time zone that is named', async () => {
    const onChange = await show();
    expect(radios()).toEqual(['Today', '7 days', '14 days', '30 days']);
    expect(screen.getByRole('radio', { checked: true }).textContent).toBe('7 days');
    expect(screen.getByText('Shanghai, UTC+8')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: '30 days' }));
    expect(onChange).toHaveBeenCalledWith({ days: '30', from: '', until: '' });
  });

  it('are dates, of which one may be open, and then no number of days is chosen', async () => {
    const onChange = await show({ days: '', from: '2026-11-01' });
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    expect([day('First day').max, day('Last day').min, day('Last day').max]).toEqual([
      '2026-11-21',
      '2026-11-01',
      '2026-11-21',
    ]);
    fireEvent.change(day('Last day'), { target: { value: '2026-11-09' } });
    expect(onChange).toHaveBeenCalledWith({ days: '', from: '2026-11-01', until: '2026-11-09' });
  });

  it('begin no later than they end', async () => {
    await show({ days: '', until: '2026-11-09' });
    expect(day('First day').max).toBe('2026-11-09');
  });

  it('are in Chinese as well', async () => {
    await show({}, 'zhCN');
    expect(radios()).toEqual(['今天', '7 天', '14 天', '30 天']);
  });
});

describe('robots of a filter', () => {
  it('are chosen one by one, and each is removed by its chip', async () => {
    const onChange = vi.fn();
    const row = (chosen: string[]) => (
      <>
        <RobotSelect chosen={chosen} onChange={onChange} />
        <RobotChips chosen={chosen} onChange={onChange} />
      </>
    );
    const { again } = await renderInApp(row([]), {
      contexts: { fleet: { robots: {}, order: [], view: 'all' } },
    });
    expect(screen.getByRole('option', { name: 'All robots' })).toBeTruthy();
    // A robot of a shared link that is not among the user's own.
    again(row(['W1-9', 'W1-8']));
    expect(screen.getByRole('option', { name: 'Add robot' })).toBeTruthy();
    press('Remove W1-9 from filter');
    expect(onChange).toHaveBeenCalledWith(['W1-8']);
  });
});

describe('numbers of records', () => {
  it('are those that were counted, or more', () => {
    expect([0, 9_999, 10_000].map(countText)).toEqual(['0', '9999', '10000+']);
  });
});

describe('the details of a row', () => {
  const list = (details: ReactNode) => (
    <>
      <button type="button">Row</button>
      <button type="button">Other row</button>
      {details}
    </>
  );
  const show = async (more: Partial<DrawerProps> = {}, width = 1_440) => {
    const { again } = await renderInApp(list(null), { width });
    const close = () => again(list(null));
    const onClose = vi.fn(close);
    screen.getByRole('button', { name: 'Row' }).focus();
    const foot = <button type="button">Replay</button>;
    again(
      list(
        <Drawer title="Kitchen to 208" note="Completed" foot={foot} onClose={onClose} {...more}>
          <p>8 min 42 s</p>
        </Drawer>,
      ),
    );
    return { onClose, close };
  };
  const focused = () => document.activeElement?.textContent;

  it('are a region beside the list, and take the focus', async () => {
    const [onPrevious, onNext] = [vi.fn(), vi.fn()];
    await show({ onPrevious, onNext });
    const region = screen.getByRole('region', { name: 'Kitchen to 208' });
    for (const text of ['Completed', '8 min 42 s', 'Replay']) expect(within(region).getByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(region);
    press('Previous entry');
    press('Next entry');
    expect([onPrevious.mock.calls.length, onNext.mock.calls.length]).toEqual([1, 1]);
  });

  it('have no way on at the ends of the list', async () => {
    await show();
    expect(screen.queryByRole('button', { name: 'Next entry' })).toBeNull();
  });

  it('close by Escape, and the focus goes back', async () => {
    const { onClose } = await show();
    const close = screen.getByRole('button', { name: 'Close' });
    close.focus();
    fireEvent.keyDown(close, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(focused()).toBe('Row');
  });

  it('close by the cross, and the focus goes back', async () => {
    const { onClose } = await show();
    screen.getByRole('button', { name: 'Close' }).focus();
    press('Close');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(focused()).toBe('Row');
  });

  it('do not take the focus from where it has moved meanwhile', async () => {
    const { close } = await show();
    screen.getByRole('button', { name: 'Other row' }).focus();
    close();
    expect(focused()).toBe('Other row');
  });

  it('that are a pane of the list leave the focus there', async () => {
    await show({ pane: true });
    expect(screen.getByRole('region', { name: 'Kitchen to 208' })).toBeTruthy();
    expect(focused()).toBe('Row');
  });

  it('are a page on a phone', async () => {
    const { onClose } = await show({}, 390);
    const page = screen.getByRole('dialog', { name: 'Kitchen to 208' });
    expect(within(page).getByText('8 min 42 s')).toBeTruthy();
    fireEvent.click(within(page).getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
