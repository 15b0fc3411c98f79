/** Pagination below a table: range and total, page size, page numbers. */
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Icon } from './Icon.tsx';
import { Select } from './Select.tsx';

/** Gap in the list of page numbers. */
const GAP = '…';

/** The page numbers to show, with null for a gap: first, last, and those around the current page. Pure. */
export function pageNumbers(page: number, pages: number): readonly (number | null)[] {
  const wanted = [1, pages, page - 1, page, page + 1].filter((each) => each >= 1 && each <= pages);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return sorted.flatMap((each, index) => {
    const skipped = each - (sorted[index - 1] ?? 0) - 1;
    if (skipped === 0) return [each];
    // A gap of one page would be no shorter than its number.
    return skipped === 1 ? [each - 1, each] : [null, each];
  });
}

export interface PagerProps {
  readonly label: string;
  /** "1 to 50 of 214". */
  readonly summary: string;
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  readonly previousLabel: string;
  readonly nextLabel: string;
  /** "Page 3". */
  readonly pageLabel: (page: number) => string;
  readonly size?:
    | {
        readonly label: string;
        readonly value: string;
        readonly options: readonly { readonly value: string; readonly label: string }[];
        readonly onChange: (value: string) => void;
      }
    | undefined;
}

export function Pager({ label, summary, page, pages, onPage, previousLabel, nextLabel, pageLabel, size }: PagerProps) {
  const go = (to: number): void => {
    if (to >= 1 && to <= pages) onPage(to);
  };
  return (
    <nav className="pager" aria-label={label}>
      <span className="pager-count" aria-live="polite">
        {summary}
      </span>
      {size !== undefined && (
        <Select label={size.label} value={size.value} options={size.options} onChange={size.onChange} size="s" />
      )}
      <button
        type="button"
        aria-label={previousLabel}
        aria-disabled={page <= 1 || undefined}
        onClick={() => go(page - 1)}
      >
        <Icon of={ChevronLeft} size={14} />
      </button>
      {pageNumbers(page, pages).map((each, index) =>
        each === null ? (
          <span key={`gap-${index}`} aria-hidden="true">
            {GAP}
          </span>
        ) : (
          <button
            key={each}
            type="button"
            aria-label={pageLabel(each)}
            aria-current={each === page ? 'page' : undefined}
            onClick={() => go(each)}
          >
            {each}
          </button>
        ),
      )}
      <button
        type="button"
        aria-label={nextLabel}
        aria-disabled={page >= pages || undefined}
        onClick={() => go(page + 1)}
      >
        <Icon of={ChevronRight} size={14} />
      </button>
    </nav>
  );
}
