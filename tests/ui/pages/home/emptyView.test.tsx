/** The overview of a view without robots, in both languages. */
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { KIND_VIEWS } from '../../../../contract/entities/constants.ts';
import { EmptyView } from '../../../../src/ui/pages/home/EmptyView.tsx';
import { renderWithTexts } from '../../withTexts.tsx';

afterEach(cleanup);

it('says what the view shows, why it is empty and what to do, and opens the view of all robots', async () => {
  const onAll = vi.fn();
  await renderWithTexts(<EmptyView view="s" onAll={onAll} />);
  expect(screen.getByRole('heading', { name: 'No robots in the Security view' })).toBeTruthy();
  expect(screen.getByText(/This view shows security robots.*companion app.*gives you access/u)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all robots' }));
  expect(onAll).toHaveBeenCalledOnce();
});

it.each(KIND_VIEWS)('in Chinese: %s', async (view) => {
  await renderWithTexts(<EmptyView view={view} onAll={() => undefined} />, 'zhCN');
  expect(screen.getByRole('heading', { name: /视图中暂无机器人$/u })).toBeTruthy();
  expect(screen.getByText(/^此视图显示.*随行应用/u)).toBeTruthy();
});
