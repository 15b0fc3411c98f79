/** Rows of the library: a head for each group, then rows of tiles. Positions are known before anything is loaded. */
import type { MediaGroup } from '../../../../contract/entities/mediaItem.ts';

export type PhotoRow =
  | { readonly type: 'head'; readonly group: MediaGroup; readonly from: number; readonly count: number }
  /** Tiles of the positions from `from` on. */
  | { readonly type: 'tiles'; readonly from: number; readonly count: number };

export function photoRows(groups: readonly MediaGroup[], columns: number): PhotoRow[] {
  let from = 0;
  return groups.flatMap((group) => {
    const count = group.photos + group.videos;
    const start = from;
    from += count;
    const tiles = Array.from({ length: Math.ceil(count / columns) }, (_, row) => ({
      type: 'tiles' as const,
      from: start + row * columns,
      count: Math.min(columns, count - row * columns),
    }));
    return [{ type: 'head' as const, group, from: start, count }, ...tiles];
  });
}

/** Tiles of at least this width fit into a row. */
const TILE_PX = 150;
const PHONE_TILE_PX = 140;
const MOST_COLUMNS = 8;
export const columnsFor = (width: number, mobile: boolean): number =>
  Math.max(2, Math.min(MOST_COLUMNS, Math.floor(width / (mobile ? PHONE_TILE_PX : TILE_PX))));
