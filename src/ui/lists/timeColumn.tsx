/** The column of a list that says when: date and time in one zone, figures below each other. */
import { timeStamp } from '../shell/siteTime.ts';
import type { ListColumn } from './columns.ts';

interface TimeColumn<Row> extends Pick<ListColumn<Row>, 'id' | 'head' | 'phone' | 'phoneCell' | 'sortable'> {
  /** ms since 1970. */
  readonly at: (row: Row) => number;
  readonly timeZone: string;
}

export const timeColumn = <Row,>({ at, timeZone, ...column }: TimeColumn<Row>): ListColumn<Row> => ({
  ...column,
  cell: (row) => <time className="whitespace-nowrap tabular-nums">{timeStamp(at(row), timeZone)}</time>,
});
