/** jsdom has no canvas, no observers and no layout: enough of each that a page with a map mounts. */
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
