/** Classes of a bar at the bottom of a page, also where the page scrolls: what can be undone. */
export const BOTTOM_BAR =
  'sticky bottom-2 z-30 flex flex-none flex-wrap items-center gap-2 rounded border border-line bg-surface-3 py-1 pr-1 pl-3 text-13 shadow-float';
