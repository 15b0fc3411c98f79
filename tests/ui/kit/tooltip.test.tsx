// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenEscape, watchEscape } from '../../../src/services/keyboardEscape.ts';
import { Button } from '../../../src/ui/kit/Button.tsx';
import { Dialog } from '../../../src/ui/kit/Dialog.tsx';
import { Switch } from '../../../src/ui/kit/Switch.tsx';
import { Tooltip } from '../../../src/ui/kit/Tooltip.tsx';

const FOCUS_MS = 1;
const HOVER_MS = 350;
const WHY = 'Robin drives it.';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const wait = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const tooltip = () => screen.queryByRole('tooltip', { hidden: true });
const button = () => screen.getByRole('button', { name: 'Charge' });
/** Simulates focus by keyboard or by pointer. */
const focusBy = (keyboard: boolean): void => {
  const anchor = button();
  // From the prototype, to bypass the spy of a previous call.
  const matches = HTMLElement.prototype.matches.bind(anchor);
  vi.spyOn(anchor, 'matches').mockImplementation((selector: string) =>
    selector === ':focus-visible' ? keyboard : matches(selector),
  );
  act(() => anchor.focus());
  wait(FOCUS_MS);
};

describe('a tooltip', () => {
  it('opens by keyboard focus at once, not by focus that a mouse press gave, and closes with the focus', () => {
    render(<Button tip="Sends it to its bay.">Charge</Button>);
    focusBy(false);
    expect(tooltip()).toBeNull();
    act(() => button().blur());
    focusBy(true);
    expect(tooltip()?.textContent).toBe('Sends it to its bay.');
    act(() => button().blur());
    expect(tooltip()).toBeNull();
  });

  it('opens by a mouse that rests, not by one that passes and not by a finger', () => {
    render(<Button tip="Sends it to its bay.">Charge</Button>);
    fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
    wait(HOVER_MS - 1);
    fireEvent.pointerLeave(button());
    wait(HOVER_MS);
    expect(tooltip()).toBeNull();
    fireEvent.pointerEnter(button(), { pointerType: 'touch' });
    wait(HOVER_MS);
    expect(tooltip()).toBeNull();
    fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
    wait(HOVER_MS);
    expect(tooltip()).not.toBeNull();
  });

  it('is closed by a press where the control works, and opened by it where it is disabled', () => {
    const { rerender } = render(<Button tip="Sends it to its bay.">Charge</Button>);
    focusBy(true);
    fireEvent.pointerDown(button());
    wait(FOCUS_MS);
    expect(tooltip()).toBeNull();
    rerender(<Button disabledReason={WHY}>Charge</Button>);
    fireEvent.pointerDown(button(), { pointerType: 'touch' });
    wait(FOCUS_MS);
    fireEvent.click(button());
    expect(tooltip()?.textContent).toBe(WHY);
  });

  it('names what it describes while it is open', () => {
    render(
      <Tooltip text="Porter 1 of the east wing">
        <button type="button">Charge</button>
      </Tooltip>,
    );
    expect(button().getAttribute('aria-describedby')).toBeNull();
    focusBy(true);
    expect(document.getElementById(button().getAttribute('aria-describedby') ?? '')).toBe(tooltip());
  });

  it('closes when something scrolls', () => {
    render(<Button tip="Sends it to its bay.">Charge</Button>);
    focusBy(true);
    fireEvent.scroll(document.body);
    expect(tooltip()).toBeNull();
  });

  it('follows its anchor when the page moves under it', () => {
    render(<Button tip="Sends it to its bay.">Charge</Button>);
    let top = 300;
    vi.spyOn(button(), 'getBoundingClientRect').mockImplementation(() => new DOMRect(100, top, 80, 32));
    focusBy(true);
    expect(tooltip()?.style.top).toBe('292px');
    top = 500;
    wait(50);
    expect(tooltip()?.style.top).toBe('492px');
  });

  it('is in the top layer, which no card and no dialog clips', () => {
    const showPopover = vi.fn();
    Object.assign(HTMLElement.prototype, { showPopover });
    render(<Switch label="Lights" checked={false} onChange={vi.fn()} disabledReason={WHY} />);
    fireEvent.pointerDown(screen.getByRole('switch'));
    wait(FOCUS_MS);
    expect(showPopover).toHaveBeenCalledTimes(1);
    expect(tooltip()?.getAttribute('popover')).toBe('manual');
    Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
  });

  it('does not open once its control is gone', () => {
    const { unmount } = render(<Button tip="Sends it to its bay.">Charge</Button>);
    fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('Escape while a tooltip is open', () => {
  const open = () => {
    fireEvent.pointerDown(button());
    wait(FOCUS_MS);
    expect(tooltip()).not.toBeNull();
  };

  it.each([true, false])('is Stop, pressed once; while driving by hand: %s', (driving) => {
    const onStop = vi.fn();
    const end = listenEscape(window, document, driving, onStop);
    render(<Button disabledReason={WHY}>Charge</Button>);
    open();
    fireEvent.keyDown(button(), { key: 'Escape' });
    expect(onStop).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(button(), { key: 'Escape' });
    expect(onStop).toHaveBeenCalledTimes(2);
    end();
  });

  it('is still marked on Stop', () => {
    const tell = vi.fn();
    const end = watchEscape(document, false, tell);
    render(<Button disabledReason={WHY}>Charge</Button>);
    open();
    act(() => button().focus());
    expect(tell.mock.calls).toEqual([[true]]);
    end();
  });

  it('closes the dialog under it at the first press', () => {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="Points" closeLabel="Close">
        <Button disabledReason={WHY}>Charge</Button>
      </Dialog>,
    );
    open();
    fireEvent.keyDown(button(), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(tooltip()).toBeNull();
  });

  it('is Stop alone over a dialog while driving by hand: the dialog stays', () => {
    const [onStop, onClose] = [vi.fn(), vi.fn()];
    const end = listenEscape(window, document, true, onStop);
    render(
      <Dialog open onClose={onClose} title="Points" closeLabel="Close">
        <Button disabledReason={WHY}>Charge</Button>
      </Dialog>,
    );
    open();
    fireEvent.keyDown(button(), { key: 'Escape' });
    expect(onStop).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
    end();
  });
});
