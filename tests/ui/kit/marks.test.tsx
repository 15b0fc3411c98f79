// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { STATUS_ORDER } from '../../../contract/entities/robotConstants.ts';
import { Battery } from '../../../src/ui/kit/Battery.tsx';
import { FleetTrain } from '../../../src/ui/kit/FleetTrain.tsx';
import { LinkLine } from '../../../src/ui/kit/LinkLine.tsx';
import { sparkPath } from '../../../src/ui/kit/Sparkline.tsx';
import { Track } from '../../../src/ui/kit/Track.tsx';
import type { TrackProps } from '../../../src/ui/kit/Track.tsx';

afterEach(cleanup);

describe('a track', () => {
  const stations = ['Requested', 'Sent', 'Accepted', 'Running', 'Finished'].map((label) => ({ label }));
  const draw = (props: Omit<TrackProps, 'stations' | 'description'>) => {
    render(<Track stations={stations} description="Running" {...props} />);
    const parts = [...screen.getByRole('img', { name: 'Running' }).children];
    cleanup();
    const kinds = (name: string): string[] => parts.flatMap((part) => part.getAttribute(name) ?? []);
    return { nodes: kinds('data-node'), lines: kinds('data-line') };
  };

  it('is solid up to where it is and dashed from there', () => {
    expect(draw({ current: 3, kind: 'now' })).toEqual({
      nodes: ['done', 'done', 'done', 'now', 'todo'],
      lines: ['done', 'done', 'done', 'todo'],
    });
  });

  it('is green only when it is done', () => {
    expect(draw({ current: 4, kind: 'done' })).toEqual({
      nodes: ['proven', 'proven', 'proven', 'proven', 'proven'],
      lines: ['proven', 'proven', 'proven', 'proven'],
    });
  });

  it('ends where it failed, and expires before the station it never reached', () => {
    expect(draw({ current: 2, kind: 'fail' })).toEqual({
      nodes: ['done', 'done', 'fail', 'todo', 'todo'],
      lines: ['done', 'done', 'cut', 'cut'],
    });
    expect(draw({ current: 1, kind: 'expired' })).toEqual({
      nodes: ['done', 'expired', 'todo', 'todo', 'todo'],
      lines: ['cut', 'cut', 'cut', 'cut'],
    });
  });
});

describe('the line of links', () => {
  it('has one node more than it has links, in one order', () => {
    const { container, rerender } = render(<LinkLine links={['ok', 'slow']} description="The robot is slow" />);
    const icons = (): number => container.querySelectorAll('svg').length;
    expect(icons()).toBe(3);
    rerender(<LinkLine links={['ok', 'ok', 'silent']} description="The robot is silent" />);
    expect(icons()).toBe(4);
    expect(screen.getByRole('img', { name: 'The robot is silent' }).querySelectorAll('.link-silent')).toHaveLength(1);
  });
});

describe('a battery', () => {
  const look = (props: Omit<Parameters<typeof Battery>[0], 'label'>): string => {
    render(<Battery label="Battery" {...props} />);
    const { className } = screen.getByRole('img', { name: 'Battery' });
    cleanup();
    return className;
  };
  it('is amber under 30 and red under 15', () => {
    expect(look({ percent: 30 })).toBe('battery');
    expect(look({ percent: 29 })).toBe('battery battery-low');
    expect(look({ percent: 14 })).toBe('battery battery-critical');
  });

  it('is grey when it is the last known, whatever it was', () => {
    expect(look({ percent: 9, unknown: true })).toBe('battery battery-unknown');
    expect(look({ percent: 9, charging: true })).toBe('battery battery-charging');
  });

  it('is a dash when it was never heard', () => {
    render(<Battery percent={null} label="Battery unknown" />);
    expect(screen.getByText('—')).toBeTruthy();
  });
});

describe('the fleet train', () => {
  const robots = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `r${index}`,
      name: `Robot ${index}`,
      status: 'working' as const,
    }));
  const shares = STATUS_ORDER.map((status) => ({ status, count: status === 'alarm' ? 0 : 7, label: `7 ${status}` }));
  it('has a block a robot up to 24, which opens it', () => {
    const onOpen = vi.fn();
    render(<FleetTrain label="Fleet" robots={robots(24)} shares={shares} onOpen={onOpen} onFilter={vi.fn()} />);
    expect(screen.getAllByRole('button')).toHaveLength(24);
    fireEvent.click(screen.getByRole('button', { name: 'Robot 3' }));
    expect(onOpen).toHaveBeenCalledWith('r3');
  });

  it('is a bar in proportion above that, which filters', () => {
    const onFilter = vi.fn();
    render(
      <FleetTrain
        label="Fleet"
        robots={robots(25)}
        shares={shares}
        chosen="working"
        onOpen={vi.fn()}
        onFilter={onFilter}
      />,
    );
    expect(screen.getAllByRole('button')).toHaveLength(STATUS_ORDER.length - 1);
    expect(screen.getByRole('button', { name: '7 working' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: '7 standby' }));
    expect(onFilter).toHaveBeenCalledWith('standby');
  });
});

it('a line the size of a word goes from its first to its last value', () => {
  expect(sparkPath([1, 2, 3]).path).toMatch(/^M2\.0 22\.0L/);
  expect(sparkPath([1, 2, 3]).end[1]).toBe(4);
  expect(sparkPath([5, 5]).end[1]).toBe(22);
});
