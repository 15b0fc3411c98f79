import { expect, it } from 'vitest';
import { type TabSeen, watchTab } from '../../src/services/tabVisibility.ts';

it('says at once how the tab is seen, and every change of it once', () => {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
    hasFocus: () => true,
  });
  const seen: TabSeen[] = [];
  const end = watchTab({ window: window as Window, document: document as unknown as Document }, (how) =>
    seen.push(how),
  );
  window.dispatchEvent(new Event('focus'));
  window.dispatchEvent(new Event('blur'));
  document.visibilityState = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  end();
  window.dispatchEvent(new Event('blur'));
  expect(seen).toEqual(['front', 'blurred', 'hidden', 'front']);
});
