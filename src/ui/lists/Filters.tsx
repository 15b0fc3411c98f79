/** The filters of a list in one row that wraps; on a phone two in a row, held sideways four. Set filters can be cleared together. */
import type { ReactNode } from 'react';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { classes } from '../kit/classes.ts';

export interface FiltersProps {
  /** Whether some filter is set: `defineQuery(…).isFiltered(query)`. */
  readonly filtered: boolean;
  /** Sends `defineQuery(…).cleared`. */
  readonly onClear: () => void;
  /** SearchInput, Select, SegmentedControl and Chip of size `s`, RangePicker, FilterChip. */
  readonly children: ReactNode;
}

const ROW = 'flex flex-none flex-wrap items-center gap-2 text-12 text-text-2';
/** Widths of the kit's fields, which fill whatever they are in. */
const FIELDS =
  '[&_.input]:w-42 [&_.input:has([type=date])]:w-34 [&_.input:has([type=search])]:w-50 max-desk:[&_.input]:h-11 max-desk:[&_.input]:w-[calc(50%-4px)]! max-desk:sideways:[&_.input]:w-[calc(25%-6px)]! max-desk:sideways:[&_.input]:min-w-32';
const OTHERS =
  '[&_.chip]:h-ctl-s max-desk:[&_.chip]:h-11 max-desk:[&_.seg]:flex-[1_0_100%] max-desk:sideways:[&_.seg]:flex-[1_0_calc(50%-4px)] max-desk:[&_.seg>button]:h-9 max-desk:[&_.seg>button]:flex-1 max-desk:[&>.btn]:h-11';

export function Filters({ filtered, onClear, children }: FiltersProps) {
  const t = useT();
  return (
    <div className={classes(ROW, FIELDS, OTHERS)} role="group" data-filters="" aria-label={t('lists.filters.name')}>
      {children}
      {filtered && (
        <Button size="s" variant="ghost" onClick={onClear}>
          {t('shell.clearFilters')}
        </Button>
      )}
    </div>
  );
}
