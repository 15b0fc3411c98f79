/** Stubs for jsdom, which has no canvas, observers or layout: enough to mount a page with a map. */
export function installCanvas(): void {
  class Nothing {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
    moveTo(): void {}
    lineTo(): void {}
    closePath(): void {}
    arc(): void {}
    rect(): void {}
    roundRect(): void {}
    addPath(): void {}
  }
  Object.assign(globalThis, { ResizeObserver: Nothing, Path2D: Nothing });
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }),
  });
  HTMLCanvasElement.prototype.getContext = (() => null) as typeof HTMLCanvasElement.prototype.getContext;
  HTMLMediaElement.prototype.play = () => Promise.resolve();
  Element.prototype.scrollIntoView = () => {};
}
