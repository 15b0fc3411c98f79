/** What jsdom lacks for long lists: elements with a size, and an observer of it. */
import { vi } from 'vitest';

export const stubResizeObserver = (): void =>
  void vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );

/** All elements have the same size, px. End with `vi.unstubAllGlobals()` and `vi.restoreAllMocks()`. */
export function stubLayout({ height, visible = 400 }: { height: number; visible?: number }): void {
  stubResizeObserver();
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(visible);
}
