/** The events that the page of event records shows: its rows, and the open event, which need not be one of them. */
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { Query } from '../app/events.ts';
import type { Failure } from '../failure.ts';
import { eventRecordsQuery } from './eventRecordsQuery.ts';

interface Shown {
  rows: readonly EventRecord[];
  record: { event: EventRecord | null } | null;
  /** Id of the open event; empty for none. */
  open: string;
}

type Paged = Pick<Shown, 'rows' | 'open'> & { total: number; query: Query };
export type Step = 'next' | 'previous';

export const eventsOf = ({ rows, record }: Omit<Shown, 'open'>): readonly EventRecord[] =>
  record?.event ? [...rows, record.event] : rows;
/** undefined while it is loaded, if it is missing, and without one. */
export const openEvent = (shown: Shown): EventRecord | undefined => eventsOf(shown).find(({ id }) => id === shown.open);
/** Deleted, misspelt, or of another's robot: the page does not say which. */
export const isMissing = (failure: Failure | null | undefined): boolean =>
  [ERRORS.notFound, ERRORS.robotForeign, ERRORS.fieldInvalid].some((code) => code === failure?.code);

export const neighbourOnPage = ({ rows, open }: Pick<Shown, 'rows' | 'open'>, to: Step): EventRecord | undefined => {
  const index = rows.findIndex(({ id }) => id === open);
  // An event that a link opened beside the list has no neighbours.
  if (index < 0 && open !== '') return undefined;
  return to === 'next' ? rows[index + 1] : rows[index - 1];
};
/** The other page has one: the open event is the first or last of its page. */
export const pageBeyond = ({ rows, open, total, query }: Paged, to: Step): number | null => {
  const { page } = eventRecordsQuery.read(query);
  if (to === 'next') return rows.at(-1)?.id === open && page * PAGE_SIZE.first < total ? page + 1 : null;
  return rows[0]?.id === open && page > 1 ? page - 1 : null;
};
export const canStep = (context: Paged, to: Step): boolean =>
  neighbourOnPage(context, to) !== undefined || pageBeyond(context, to) !== null;

/** The open events before the others of a page, each once. */
export function withOpenFirst(open: readonly EventRecord[], rows: readonly EventRecord[]): EventRecord[] {
  const first = new Set(open.map(({ id }) => id));
  return [...open, ...rows.filter(({ id }) => !first.has(id))];
}
