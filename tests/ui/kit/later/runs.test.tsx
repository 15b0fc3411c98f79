// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ReportedLine } from '../../../../src/ui/kit/later/ReportedLine.tsx';
import { RunChip } from '../../../../src/ui/kit/later/RunChip.tsx';
import { TimelineTrack } from '../../../../src/ui/kit/later/TimelineTrack.tsx';
import { WeekBars } from '../../../../src/ui/kit/later/WeekBars.tsx';

afterEach(cleanup);

describe('the chip of a run', () => {
  it('says time, name and state, and opens', () => {
    const onOpen = vi.fn();
    render(<RunChip look="skipped" time="14:30" name="Day round" state="Paused" current onOpen={onOpen} />);
    const chip = screen.getByRole('button', { name: '14:30 Day round · Paused' });
    expect(chip.getAttribute('aria-current')).toBe('true');
    fireEvent.click(chip);
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it('is no button where it opens nothing', () => {
    render(<RunChip look="done" state="13 min" />);
    expect([screen.queryByRole('button'), screen.getByText('13 min').textContent]).toEqual([null, '13 min']);
  });
});

describe('a lane of time', () => {
  const onOpen = vi.fn();
  const show = (now: number) =>
    render(
      <TimelineTrack
        label="Porter 1"
        from={0}
        until={100}
        now={now}
        current="b"
        blocks={[
          { id: 'a', from: -10, until: 20, look: 'done', label: 'Day round, done' },
          { id: 'b', from: 50, until: 75, look: 'planned', label: 'Night round, planned', onOpen },
          { id: 'c', from: 100, until: 120, look: 'planned', label: 'tomorrow' },
        ]}
      />,
    );
  const places = () => screen.getAllByRole('listitem').map(({ style }) => [style.left, style.width]);

  it('places its blocks, cuts them at its ends, and leaves out what is beyond', () => {
    show(40);
    expect(within(screen.getByRole('list', { name: 'Porter 1' })).getAllByRole('listitem')).toHaveLength(2);
    expect(places()).toEqual([
      ['0%', '20%'],
      ['50%', '25%'],
    ]);
    expect(screen.getByText('Day round, done')).toBeTruthy();
    const open = screen.getByRole('button', { name: 'Night round, planned', current: true });
    fireEvent.click(open);
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it('has a line at the present, if that is shown', () => {
    const line = (container: HTMLElement): string | undefined =>
      container.firstElementChild?.querySelector<HTMLElement>(':scope > span[style]')?.style.left;
    expect(line(show(40).container)).toBe('40%');
    cleanup();
    expect(line(show(140).container)).toBeUndefined();
  });
});

describe('a reported value', () => {
  const show = (state: 'reported' | 'silent') =>
    render(
      <ReportedLine
        state={state}
        value="80%"
        note="since 14:02"
        stations={['Asked', 'Sent', 'Reported']}
        description="Reported by the robot"
      />,
    );

  it('is green only by the report of the robot', () => {
    show('reported');
    expect(screen.getByText('80%').className).toContain('text-st-online-text');
    expect(screen.getByText('since 14:02')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Reported by the robot' })).toBeTruthy();
    cleanup();
    show('silent');
    expect(screen.getByText('80%').closest('b')?.className).not.toContain('online');
  });
});

describe('a week in bars', () => {
  const DAYS = [12, 0, null, 6, 24, 3, 9].map((value, day) => ({ day: `D${day}`, value }));
  const said = () => screen.getAllByRole('listitem').map(({ title }) => title);

  it('says every day and its value, also a zero and a day without data', () => {
    render(<WeekBars label="Runs" days={DAYS} />);
    expect(screen.getByRole('list', { name: 'Runs' })).toBeTruthy();
    expect(said()).toEqual(['D0 12', 'D1 0', 'D2 —', 'D3 6', 'D4 24', 'D5 3', 'D6 9']);
  });

  it('has the scale of its list, or its own', () => {
    const heights = (container: HTMLElement) =>
      [...container.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.height);
    expect(heights(render(<WeekBars label="Runs" days={DAYS} />).container)).toEqual([
      '50%',
      '8%',
      '25%',
      '100%',
      '12.5%',
      '37.5%',
    ]);
    cleanup();
    expect(heights(render(<WeekBars label="Runs" days={DAYS} max={48} />).container)[4 - 1]).toBe('50%');
  });

  it('shows days and values where there is room', () => {
    render(<WeekBars large label="Runs" days={[{ day: 'Mon', value: 12, text: '12 min' }]} />);
    expect(screen.getAllByText('12 min')[0]?.textContent).toBe('12 min');
    expect(screen.getByText('Mon')).toBeTruthy();
  });
});
