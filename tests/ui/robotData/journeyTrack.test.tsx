// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { JourneyTrack, type JourneyTrackProps } from '../../../src/ui/pages/robotData/JourneyTrack.tsx';

afterEach(cleanup);

const stations = ['Kitchen', 'Lift 1', 'Room 205'].map((label) => ({ label }));
const draw = (props: Pick<JourneyTrackProps, 'current' | 'done' | 'progress'>) => {
  render(<JourneyTrack stations={stations} description="Delivery" {...props} />);
  const parts = [...screen.getByRole('img', { name: 'Delivery' }).children];
  const kinds = (name: string): string[] => parts.flatMap((part) => part.getAttribute(name) ?? []);
  return { nodes: kinds('data-node'), lines: kinds('data-line') };
};

describe('the track of a journey', () => {
  it('shows the way to the next station by an arrow', () =>
    expect(draw({ current: 1, done: false, progress: 0.5 })).toEqual({
      nodes: ['done', 'todo', 'todo'],
      lines: ['going', 'todo'],
    }));

  it('marks the next station while the progress is not known', () =>
    expect(draw({ current: 1, done: false, progress: undefined })).toEqual({
      nodes: ['done', 'now', 'todo'],
      lines: ['done', 'todo'],
    }));

  it('is green when the task is completed', () =>
    expect(draw({ current: 3, done: true, progress: undefined })).toEqual({
      nodes: ['proven', 'proven', 'proven'],
      lines: ['proven', 'proven'],
    }));
});
