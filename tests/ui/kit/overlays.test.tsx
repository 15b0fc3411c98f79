// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../../../src/ui/kit/Button.tsx';
import { CommandPalette } from '../../../src/ui/kit/CommandPalette.tsx';
import type { CommandPaletteProps } from '../../../src/ui/kit/CommandPalette.tsx';
import { ConfirmDialog } from '../../../src/ui/kit/ConfirmDialog.tsx';
import { Dialog } from '../../../src/ui/kit/Dialog.tsx';
import type { ConfirmDialogProps } from '../../../src/ui/kit/ConfirmDialog.tsx';
import { Menu } from '../../../src/ui/kit/Menu.tsx';
import { MessageBox } from '../../../src/ui/kit/MessageBox.tsx';
import { VisitedTabs } from '../../../src/ui/kit/VisitedTabs.tsx';
import { stubResizeObserver } from '../../fakes/noLayout.ts';

beforeEach(() => {
  stubResizeObserver();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a question', () => {
  const ask = (more: Partial<ConfirmDialogProps> = {}) => {
    const onConfirm = vi.fn();
    const onCancel = vi.fn();
    render(
      <ConfirmDialog
        open
        danger
        title="Delete point Kitchen pass?"
        text="3 routes use it."
        confirmLabel="Delete Kitchen pass"
        cancelLabel="Cancel"
        onConfirm={onConfirm}
        onCancel={onCancel}
        {...more}
      />,
    );
    return { onConfirm, onCancel };
  };

  it('is an alert that names the thing, with the harmless answer in focus', () => {
    ask();
    expect(screen.getByRole('alertdialog', { name: 'Delete point Kitchen pass?' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  });

  it('stays open when it is confirmed: the answer may take a while', () => {
    const { onConfirm, onCancel } = ask();
    fireEvent.click(screen.getByRole('button', { name: 'Delete Kitchen pass' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('is left by Escape, but not while it is being done', () => {
    const idle = ask();
    fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
    expect(idle.onCancel).toHaveBeenCalledTimes(1);
    cleanup();
    const busy = ask({ busy: true });
    fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
    expect(busy.onCancel).not.toHaveBeenCalled();
  });
});

describe('the focus', () => {
  it.each([
    ['a window', <Dialog key="window" open onClose={() => {}} title="Points" closeLabel="Close" />],
    [
      'a question',
      <ConfirmDialog
        key="question"
        open
        title="Delete?"
        text=""
        confirmLabel="Delete"
        cancelLabel="Cancel"
        onConfirm={() => {}}
        onCancel={() => {}}
      />,
    ],
  ])('goes back to where it was when %s is gone', async (_, overlay) => {
    const { rerender } = render(<Button>Open</Button>);
    screen.getByRole('button', { name: 'Open' }).focus();
    rerender(
      <>
        <Button>Open</Button>
        {overlay}
      </>,
    );
    await waitFor(() => expect(document.activeElement?.textContent).not.toBe('Open'));
    rerender(<Button>Open</Button>);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Open'));
  });
});

describe('a menu', () => {
  it('keeps what cannot be chosen, says why, and does not choose it', async () => {
    const onSelect = vi.fn();
    render(
      <Menu
        trigger={<Button>More</Button>}
        entries={[
          { kind: 'item', id: 'a', label: 'Relocate', disabledReason: 'Porter 1 drives.', onSelect },
          { kind: 'item', id: 'b', label: 'Photo', onSelect },
        ]}
      />,
    );
    fireEvent.keyDown(screen.getByRole('button', { name: 'More' }), { key: 'Enter' });
    const item = await screen.findByRole('menuitem', { name: /Relocate/ });
    expect(item.textContent).toContain('Porter 1 drives.');
    expect(item.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(item);
    expect(onSelect).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Photo' }));
    expect(onSelect).toHaveBeenCalledTimes(1);
  });
});

describe('a message', () => {
  const box = (held = false) => {
    const calls = { onClose: vi.fn(), onHold: vi.fn(), onLetGo: vi.fn() };
    render(
      <MessageBox
        id="1"
        tone="bad"
        title="Point was not saved"
        text="Chen Yu changed it."
        closeLabel="Close"
        durationMs={5000}
        held={held}
        {...calls}
      />,
    );
    return calls;
  };

  it('is held by the pointer and by the focus, and let go when both are gone', () => {
    const { onHold, onLetGo } = box();
    const message = screen.getByRole('alert');
    fireEvent.pointerEnter(message);
    fireEvent.pointerLeave(message);
    expect([onHold.mock.calls.length, onLetGo.mock.calls.length]).toEqual([1, 1]);
    fireEvent.focus(screen.getByRole('button', { name: 'Close' }));
    expect(onHold).toHaveBeenCalledTimes(2);
    fireEvent.blur(screen.getByRole('button', { name: 'Close' }), { relatedTarget: document.body });
    expect(onLetGo).toHaveBeenCalledTimes(2);
  });

  it('closes when asked', () => {
    const { onClose } = box();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('tabs of visited views', () => {
  it('close by their cross and by the middle button, but not the pinned one', () => {
    const onClose = vi.fn();
    render(
      <VisitedTabs
        label="Visited"
        current="b"
        onOpen={vi.fn()}
        onClose={onClose}
        tabs={[
          { id: 'a', label: 'Home', pinned: true, closeLabel: 'Close Home' },
          { id: 'b', label: 'Porter 1', pinned: false, closeLabel: 'Close Porter 1' },
        ]}
      />,
    );
    expect(screen.queryByRole('button', { name: 'Close Home' })).toBeNull();
    fireEvent(screen.getByRole('button', { name: 'Home' }), new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent(
      screen.getByRole('button', { name: 'Porter 1' }),
      new MouseEvent('auxclick', { bubbles: true, button: 1 }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Close Porter 1' }));
    expect(onClose.mock.calls).toEqual([['b'], ['b']]);
    expect(screen.getByRole('button', { name: 'Porter 1' }).getAttribute('aria-current')).toBe('page');
  });
});

describe('the palette', () => {
  const palette = (more: Partial<CommandPaletteProps> = {}) => {
    const calls = { onQuery: vi.fn(), onChoose: vi.fn(), onPick: vi.fn(), onClose: vi.fn() };
    render(
      <CommandPalette
        open
        label="Go to"
        query="por"
        placeholder=""
        chosen="a"
        noneText="Nothing found"
        hints={[]}
        enterKey="Enter"
        escapeKey="Esc"
        sections={[
          {
            id: 'robots',
            title: 'Robots',
            items: [
              { id: 'a', label: 'Porter 1' },
              { id: 'b', label: 'Porter 2' },
            ],
          },
          { id: 'pages', title: 'Pages', items: [{ id: 'c', label: 'Reports' }] },
        ]}
        {...calls}
        {...more}
      />,
    );
    return { ...calls, field: screen.getByRole('combobox', { name: 'Go to' }) };
  };

  it('keeps the focus in its field and names the chosen one to the ear', () => {
    const { field } = palette();
    expect(document.activeElement).toBe(field);
    expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toContain(
      'Porter 1',
    );
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Porter 1');
  });

  it('is walked by arrows through all its sections and around', () => {
    const { field, onChoose } = palette();
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(onChoose).toHaveBeenLastCalledWith('b');
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(onChoose).toHaveBeenLastCalledWith('c');
  });

  it('opens by Enter, in a new tab with Ctrl, and not while Chinese is composed', () => {
    const { field, onPick } = palette();
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(onPick).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    expect(onPick.mock.calls).toEqual([
      ['a', false],
      ['a', true],
    ]);
  });

  it('says when nothing is found', () => {
    palette({ sections: [], chosen: null });
    expect(screen.getByText('Nothing found')).toBeTruthy();
  });
});
