/** What the event records load: rows, one event, its plan and what people did about it. */
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import type { ListResult } from '../factories/pagedList.ts';
import type { Failure } from '../failure.ts';
import type { CaseNote } from './caseNotes.ts';
import type { CaseStations } from './caseStations.ts';
import type { EventRecordsQuery } from './eventRecordsQuery.ts';
import type { Step } from './eventsShown.ts';

export interface EventsResult extends ListResult<EventRecord> {
  /** Addresses by file id; a picture that was deleted has none. */
  pictures: Readonly<Record<string, string>>;
}
export type EventResult = Pick<EventsResult, 'pictures'> & { event: EventRecord };
/** The open event, while the list has no such row. */
export interface EventBeside extends Pick<EventsResult, 'pictures'> {
  /** Id of the event. */
  of: string;
  /** null until it is loaded. */
  event: EventRecord | null;
  /** Why it was not loaded. */
  failure: Failure | null;
}
/** Where an event happened, and what people did about it. */
export interface EventPlan {
  /** Id of the event. */
  of: string;
  /** null for what is not an alarm. */
  stations: CaseStations | null;
  /** What people wrote about an alarm, oldest first; absent for anything else. */
  notes?: readonly CaseNote[];
  /** null if it is not known, or was deleted. */
  map: IndoorMap | null;
  /** The event's own place, else the robot's at that moment. */
  place: { x: number; y: number } | null;
  /** Why the floor was not loaded. */
  failure: Failure | null;
}
/** Which page to look at for the event that is next to the open one. */
export interface NeighbourRequest {
  query: EventRecordsQuery;
  open: string;
  to: Step;
}
