/** While there are unsaved changes the browser asks before leaving, and only then. */
import { expect, it } from 'vitest';
import { guardTab } from '../../src/services/guardTab.ts';

it('makes the browser ask before the tab goes, until it is let go', () => {
  const window = new EventTarget() as unknown as Window;
  const leave = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(false);
  const stop = guardTab(window);
  expect(leave()).toBe(true);
  stop();
  expect(leave()).toBe(false);
});
