import { useActor } from '@xstate/react';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromCallback } from 'xstate';
import { frameMachine } from '../../../src/machines/frame/frame.machine.ts';
import { selectTabMenu } from '../../../src/machines/frame/frame.selectors.ts';
import { TabStrip } from '../../../src/ui/shell/VisitedViews.tsx';
import { tabName } from '../../../src/ui/shell/tabNames.ts';
import { renderWithTexts } from '../withTexts.tsx';
import { robotOf } from '../robotOf.ts';

afterEach(cleanup);

const view = (path: string, label: string, affix = false) => ({
  path,
  search: '',
  titleKey: '',
  name: label,
  affix,
  label,
});
const TABS = [view('/home', 'Home', true), view('/home/robot-data', 'Porter 1'), view('/setting/speech', 'Speech')];
const show = async (current = '/home/robot-data') => {
  const asked = { onOpen: vi.fn(), onClose: vi.fn(), onCloseOthers: vi.fn(), onCloseAll: vi.fn() };
  function Played() {
    const [frame, send] = useActor(
      frameMachine.provide({ actors: { measure: fromCallback(() => {}), watchFault: fromCallback(() => {}) } }),
    );
    return (
      <TabStrip
        tabs={TABS}
        current={current}
        menu={selectTabMenu(frame)}
        onMenu={(menu) => send(menu ? { type: 'tabMenu.open', menu } : { type: 'tabMenu.close' })}
        {...asked}
      />
    );
  }
  await renderWithTexts(<Played />);
  return asked;
};
const button = (name: string) => screen.getByRole('button', { name });

describe('tabs of visited views', () => {
  it('open and close; a pinned one has no cross', async () => {
    const { onOpen, onClose } = await show();
    fireEvent.click(button('Speech'));
    expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ path: '/setting/speech' }));
    fireEvent.click(button('Close Porter 1'));
    expect(onClose).toHaveBeenCalledWith('/home/robot-data');
    expect(screen.queryByRole('button', { name: 'Close Home' })).toBeNull();
  });
  it('close with Delete, the focus going to the neighbour; a pinned one stays', async () => {
    const { onClose } = await show();
    button('Porter 1').focus();
    fireEvent.keyDown(button('Porter 1'), { key: 'Delete' });
    expect(onClose).toHaveBeenCalledWith('/home/robot-data');
    expect(document.activeElement).toBe(button('Speech'));
    onClose.mockClear();
    fireEvent.keyDown(button('Home'), { key: 'Delete' });
    expect(onClose).not.toHaveBeenCalled();
  });
  it('close others and all from the menu of the right button or Shift F10', async () => {
    const { onCloseOthers, onCloseAll } = await show();
    fireEvent.contextMenu(button('Speech'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Close others' }));
    expect(onCloseOthers).toHaveBeenCalledWith('/setting/speech');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    fireEvent.contextMenu(button('Home'));
    expect(screen.queryByRole('menuitem', { name: 'Close' })).toBeNull();
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Close all' }));
    expect(onCloseAll).toHaveBeenCalledOnce();
  });
  it("carry the robot's name where the page is about one", () => {
    const page = {
      path: '/home/robot-data',
      search: '?serialNumber=W1-2308-0417',
      titleKey: 'robotData',
      name: 'RobotData',
      affix: false,
    };
    const title = (key: string) => key;
    expect(tabName(page, title, () => robotOf())).toBe('Porter 1');
    expect(tabName(page, title, () => undefined)).toBe('W1-2308-0417');
    expect(tabName({ ...page, search: '' }, title, () => undefined)).toBe('robotData');
  });
});
