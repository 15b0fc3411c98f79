import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ROBOT_VIEWS } from '../../../contract/entities/constants.ts';
import { ViewTabs } from '../../../src/ui/shell/ViewTabs.tsx';
import { renderWithTexts } from '../withTexts.tsx';

afterEach(cleanup);

const COUNTS = { all: 12, w: 5, xp: 3, s: 2, d: 2 };
const show = (onOrder = vi.fn(), onChoose = vi.fn()) =>
  renderWithTexts(
    <ViewTabs
      order={ROBOT_VIEWS}
      visible={['all', 'w', 's']}
      counts={COUNTS}
      chosen="all"
      onChoose={onChoose}
      onOrder={onOrder}
    />,
  );
const tab = (name: RegExp) => screen.getByRole('tab', { name });

describe('tabs of robot views', () => {
  it('are chosen by a press', async () => {
    const onChoose = vi.fn();
    await show(vi.fn(), onChoose);
    fireEvent.click(tab(/Security/u));
    expect(onChoose).toHaveBeenCalledWith('s');
    expect(tab(/All/u).getAttribute('aria-selected')).toBe('true');
  });
  it('pass the focus on by arrows without choosing', async () => {
    const onChoose = vi.fn();
    await show(vi.fn(), onChoose);
    tab(/All/u).focus();
    fireEvent.keyDown(tab(/All/u), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(tab(/Logistics/u));
    expect(onChoose).not.toHaveBeenCalled();
  });
  it('change places by Alt and arrows, hidden views staying where they are, and say so', async () => {
    const onOrder = vi.fn();
    await show(onOrder);
    fireEvent.keyDown(tab(/Security/u), { key: 'ArrowLeft', altKey: true });
    expect(onOrder).toHaveBeenCalledWith(['all', 's', 'xp', 'w', 'd']);
    expect(screen.getByRole('status').textContent).toBe('Security is now 2 of 3');
  });
  it('stay put at the ends', async () => {
    const onOrder = vi.fn();
    await show(onOrder);
    fireEvent.keyDown(tab(/All/u), { key: 'ArrowLeft', altKey: true });
    fireEvent.keyDown(tab(/Security/u), { key: 'ArrowRight', altKey: true });
    expect(onOrder).not.toHaveBeenCalled();
  });
  it('have one stop of the Tab key', async () => {
    await show();
    expect(screen.getAllByRole('tab').map((one) => one.tabIndex)).toEqual([0, -1, -1]);
  });
});
