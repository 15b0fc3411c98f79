// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TeleopPad } from '../../../src/ui/kit/TeleopPad.tsx';
import type { TeleopPadProps } from '../../../src/ui/kit/TeleopPad.tsx';

afterEach(cleanup);

const names = {
  rotateLeft: 'Turn left',
  forward: 'Forward',
  rotateRight: 'Turn right',
  left: 'Left',
  back: 'Back',
  right: 'Right',
};
const keys = Object.fromEntries(
  Object.entries(names).map(([direction, label]) => [direction, { label }]),
) as TeleopPadProps['keys'];

function pad(more: Partial<TeleopPadProps> = {}) {
  const onPress = vi.fn();
  const onRelease = vi.fn();
  const props = { label: 'Drive Porter 1', keys, active: [], onPress, onRelease, ...more } satisfies TeleopPadProps;
  const { rerender, unmount } = render(<TeleopPad {...props} />);
  return {
    onPress,
    onRelease,
    unmount,
    update: (next: Partial<TeleopPadProps>) => rerender(<TeleopPad {...props} {...next} />),
  };
}
const forward = (): HTMLElement => screen.getByRole('button', { name: 'Forward' });
const finger = { pointerId: 1, button: 0 };

describe('the drive pad', () => {
  it('drives for as long as a finger holds it', () => {
    const { onPress, onRelease } = pad();
    fireEvent.pointerDown(forward(), finger);
    expect(onPress.mock.calls).toEqual([['forward']]);
    expect(onRelease).not.toHaveBeenCalled();
    fireEvent.pointerUp(forward(), finger);
    expect(onRelease.mock.calls).toEqual([['forward']]);
  });

  it.each([
    ['the system cancels the press', () => fireEvent.pointerCancel(forward(), finger)],
    ['the capture is lost', () => fireEvent.lostPointerCapture(forward(), finger)],
    ['the window loses the focus', () => fireEvent.blur(window)],
    ['the page goes', () => fireEvent(window, new Event('pagehide'))],
  ])('stops once when %s', (_, end) => {
    const { onRelease } = pad();
    fireEvent.pointerDown(forward(), finger);
    end();
    expect(onRelease).toHaveBeenCalledTimes(1);
    fireEvent.pointerUp(forward(), finger);
    expect(onRelease).toHaveBeenCalledTimes(1);
  });

  it('stops when the tab is hidden', () => {
    const { onRelease } = pad();
    fireEvent.pointerDown(forward(), finger);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    fireEvent(document, new Event('visibilitychange'));
    expect(onRelease).toHaveBeenCalledTimes(1);
    hidden.mockRestore();
  });

  it('stops when driving is blocked while held, and when it leaves the page', () => {
    const blocked = pad();
    fireEvent.pointerDown(forward(), finger);
    blocked.update({ disabledReason: 'The link is silent.' });
    expect(blocked.onRelease).toHaveBeenCalledTimes(1);
    cleanup();
    const gone = pad();
    fireEvent.pointerDown(forward(), finger);
    gone.unmount();
    expect(gone.onRelease).toHaveBeenCalledTimes(1);
  });

  it('is not stopped by another finger', () => {
    const { onRelease } = pad();
    fireEvent.pointerDown(forward(), finger);
    fireEvent.pointerUp(forward(), { pointerId: 2 });
    expect(onRelease).not.toHaveBeenCalled();
  });

  it('drives by Space and Enter while held, once however long the key repeats', () => {
    const { onPress, onRelease } = pad();
    fireEvent.keyDown(forward(), { key: ' ' });
    fireEvent.keyDown(forward(), { key: ' ', repeat: true });
    expect(onPress).toHaveBeenCalledTimes(1);
    fireEvent.keyUp(forward(), { key: ' ' });
    expect(onRelease).toHaveBeenCalledTimes(1);
  });

  it("stops when the key's button loses the focus", () => {
    const { onRelease } = pad();
    fireEvent.keyDown(forward(), { key: 'Enter' });
    fireEvent.blur(forward());
    expect(onRelease).toHaveBeenCalledTimes(1);
  });

  it('opens no menu on a long press and ignores other buttons of the mouse', () => {
    const { onPress } = pad();
    expect(fireEvent.contextMenu(forward())).toBe(false);
    fireEvent.pointerDown(forward(), { pointerId: 1, button: 2 });
    expect(onPress).not.toHaveBeenCalled();
  });

  it('drives nowhere when it cannot, keeps the focus and says why', () => {
    const { onPress } = pad({ disabledReason: 'Chen Yu has control.' });
    fireEvent.pointerDown(forward(), finger);
    fireEvent.keyDown(forward(), { key: ' ' });
    expect(onPress).not.toHaveBeenCalled();
    forward().focus();
    expect(document.activeElement).toBe(forward());
    expect(forward().getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(forward().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Chen Yu has control.',
    );
  });
});
