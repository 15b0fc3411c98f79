/** The tools that float over a map, marked with `data-floating`, and the floors: names on the map must not lie under them. */
import type { Box } from './labels.ts';

const MARKED = '[data-floating], .map-floors';
const isSame = (a: readonly Box[], b: readonly Box[]): boolean =>
  a.length === b.length &&
  a.every(({ x, y, width, height }, index) => {
    const other = b[index];
    return other?.x === x && other.y === y && other.width === width && other.height === height;
  });

/**
 * Reports the rectangles of the tools in `area`, px from its top left, now and after each change.
 * @returns ends the observation
 */
export function observeFloating(area: HTMLElement, changed: (boxes: readonly Box[]) => void): () => void {
  let tools: readonly Element[] = [];
  let last: readonly Box[] = [];
  const measure = (): void => {
    const { left, top } = area.getBoundingClientRect();
    const boxes = tools
      .map((tool) => tool.getBoundingClientRect())
      // A tool that is not displayed has no size.
      .filter(({ width }) => width > 0)
      .map(({ x, y, width, height }) => ({ x: x - left, y: y - top, width, height }));
    if (isSame(boxes, last)) return;
    last = boxes;
    changed(boxes);
  };
  // Its callback runs after layout, so measuring there is cheap.
  const sizes = new ResizeObserver(measure);
  const find = (): void => {
    const found = [...area.querySelectorAll(MARKED)];
    if (found.length === tools.length && found.every((tool, index) => tool === tools[index])) return;
    tools = found;
    sizes.disconnect();
    sizes.observe(area);
    for (const tool of tools) sizes.observe(tool);
    measure();
  };
  const structure = new MutationObserver(find);
  structure.observe(area, { childList: true, subtree: true });
  find();
  return () => {
    sizes.disconnect();
    structure.disconnect();
  };
}

/** The rectangles as px in a layer's frame, of which `window` is the visible part. Pure. */
export function floatingIn(window: Box, area: { readonly width: number }, boxes: readonly Box[]): readonly Box[] {
  const grown = area.width === 0 ? 1 : window.width / area.width;
  return boxes.map(({ x, y, width, height }) => ({
    x: window.x + x * grown,
    y: window.y + y * grown,
    width: width * grown,
    height: height * grown,
  }));
}
