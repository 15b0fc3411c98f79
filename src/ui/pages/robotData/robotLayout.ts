/**
 * Classes of the desktop layout, shared with its skeleton: two columns that fill the window. Everything else shrinks
 * before teleop and Stop do; then the page scrolls, and Stop stays in place.
 */
export const PAGE =
  'grid min-h-80 flex-1 grid-cols-[minmax(0,1fr)_var(--w-drive)] grid-rows-[minmax(0,1fr)] gap-3 max-wide:grid-cols-[minmax(0,1fr)_316px]';
export const COLUMN = 'flex min-h-0 min-w-0 flex-col gap-3';
export const MAP_CARD = 'flex min-h-40 flex-[1_1_0] flex-col';
export const COMMANDS_CARD = 'flex min-h-[104px] flex-[0_1_272px] flex-col max-wide:basis-[222px]';
