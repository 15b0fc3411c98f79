/** The events that the page of event records shows: its rows, and the open event, which need not be one of them. */
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';

interface Shown {
  rows: readonly EventRecord[];
  record: { event: EventRecord | null } | null;
  /** Id of the open event; empty for none. */
  open: string;
}

export const eventsOf = ({ rows, record }: Omit<Shown, 'open'>): readonly EventRecord[] =>
  record?.event ? [...rows, record.event] : rows;
/** undefined while it is loaded, if it is missing, and without one. */
export const openEvent = (shown: Shown): EventRecord | undefined => eventsOf(shown).find(({ id }) => id === shown.open);
