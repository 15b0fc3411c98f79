// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../../../src/ui/kit/Button.tsx';
import { ConfirmDialog } from '../../../src/ui/kit/ConfirmDialog.tsx';
import { IconButton } from '../../../src/ui/kit/IconButton.tsx';
import { StopButton } from '../../../src/ui/kit/StopButton.tsx';
import { tooltipPlacement } from '../../../src/ui/kit/tooltipPlacement.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const wait = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const Bell = () => <svg />;

describe('a button that cannot be used now', () => {
  const why = 'Its lamp board does not answer.';
  const blocked = () => {
    const onClick = vi.fn();
    render(
      <Button disabledTitle="Lights cannot be used now" disabledReason={why} onClick={onClick}>
        Lights
      </Button>,
    );
    return { onClick, button: screen.getByRole('button', { name: 'Lights' }) };
  };

  it('keeps its place in the order of Tab and does nothing', () => {
    const { onClick, button } = blocked();
    button.focus();
    expect(document.activeElement).toBe(button);
    expect((button as HTMLButtonElement).disabled).toBe(false);
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
  });

  it('tells the ear with its name why', () => {
    const { button } = blocked();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain(why);
  });

  it('shows why on hover after a moment, and at once when it is pressed', () => {
    const { button } = blocked();
    fireEvent.pointerEnter(button, { pointerType: 'mouse' });
    expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
    wait(400);
    expect(screen.getByRole('tooltip', { hidden: true }).textContent).toBe(`Lights cannot be used now${why}`);
    fireEvent.pointerLeave(button);
    expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
    fireEvent.pointerDown(button, { pointerType: 'touch' });
    wait(1);
    expect(screen.getByRole('tooltip', { hidden: true })).toBeTruthy();
  });

  it('lets Escape close the tip without swallowing it: Escape is Stop', () => {
    const { button } = blocked();
    const onStop = vi.fn();
    window.addEventListener('keydown', onStop);
    fireEvent.pointerDown(button);
    wait(1);
    const passed = fireEvent.keyDown(window, { key: 'Escape' });
    expect(passed).toBe(true);
    expect(onStop).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
    window.removeEventListener('keydown', onStop);
  });

  it('works again without losing the focus', () => {
    const { rerender } = render(<Button disabledReason={why}>Charge</Button>);
    const button = screen.getByRole('button', { name: 'Charge' });
    button.focus();
    const onClick = vi.fn();
    rerender(<Button onClick={onClick}>Charge</Button>);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Charge' }));
    fireEvent.click(button);
    expect(onClick).toHaveBeenCalledTimes(1);
  });
});

describe('a button', () => {
  it('takes no second press while its work is under way', () => {
    const onClick = vi.fn();
    render(
      <Button busy onClick={onClick}>
        Save
      </Button>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(onClick).not.toHaveBeenCalled();
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
  });

  it('submits no form unless it is told to', () => {
    render(<Button>Cancel</Button>);
    expect(screen.getByRole('button').getAttribute('type')).toBe('button');
  });

  it('keeps the handlers of whoever wraps it beside those of its tip', () => {
    const onPointerDown = vi.fn();
    render(<IconButton label="More" icon={Bell} onPointerDown={onPointerDown} />);
    fireEvent.pointerDown(screen.getByRole('button', { name: 'More' }));
    expect(onPointerDown).toHaveBeenCalledTimes(1);
  });
});

describe('Stop', () => {
  it.each(['ready', 'sent', 'stopped'] as const)('can be pressed when it is %s', (look) => {
    const onStop = vi.fn();
    render(<StopButton look={look} label="Stop" note="Stops Porter 1 immediately." onStop={onStop} />);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: /Stop/ });
    expect(button.disabled).toBe(false);
    expect(button.getAttribute('aria-disabled')).toBeNull();
    fireEvent.click(button);
    expect(onStop).toHaveBeenCalledTimes(1);
  });

  it('stays in the accessibility tree under a modal question, and can be pressed there', () => {
    const onStop = vi.fn();
    const onCancel = vi.fn();
    render(
      <>
        <main>
          <p>The page</p>
          <StopButton look="ready" label="Stop" note="" onStop={onStop} />
        </main>
        <ConfirmDialog
          open
          title="Photo saved"
          text=""
          confirmLabel="Save"
          cancelLabel="Cancel"
          onConfirm={vi.fn()}
          onCancel={onCancel}
        />
      </>,
    );
    expect(screen.getByText('The page').closest('[aria-hidden]')).not.toBeNull();
    // Queried by role, which skips elements hidden from assistive technology.
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(onStop).toHaveBeenCalledTimes(1);
    expect(onCancel).not.toHaveBeenCalled();
  });
});

describe('where a tip goes', () => {
  const view = { width: 1000, height: 700 };
  const tip = { width: 200, height: 50 };
  it('is above the middle of its thing', () => {
    expect(tooltipPlacement({ left: 400, top: 300, width: 80, height: 32 }, tip, view)).toEqual({
      left: 340,
      top: 242,
      side: 'top',
      at: 100,
    });
  });

  it('is below where there is no room above', () => {
    expect(tooltipPlacement({ left: 400, top: 20, width: 80, height: 32 }, tip, view)).toMatchObject({
      top: 60,
      side: 'bottom',
    });
  });

  it('stays in the window and still points at its thing', () => {
    expect(tooltipPlacement({ left: 960, top: 300, width: 32, height: 32 }, tip, view)).toEqual({
      left: 792,
      top: 242,
      side: 'top',
      at: 184,
    });
    expect(tooltipPlacement({ left: 0, top: 300, width: 20, height: 32 }, tip, view)).toMatchObject({
      left: 8,
      at: 12,
    });
  });
});
