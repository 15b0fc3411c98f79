/** What people did about an alarm, from the history of its case and its messages. */
import type { AlarmCase, AlarmNotification, CaseEntry } from '../../../contract/entities/alarmCase.ts';

/** When people were told of an alarm, had it and closed it; null for what has not happened. */
export interface CaseStations {
  toldAt: number | null;
  /** How many contacts were told, at both levels; somebody who was told at both counts once. */
  told: number;
  /** Nobody was told, because notifications of the robot are off. */
  isSilenced: boolean;
  takenAt: number | null;
  resolvedAt: number | null;
}

interface Details {
  case: Pick<AlarmCase, 'takenAt' | 'resolvedAt'>;
  entries: readonly Pick<CaseEntry, 'kind' | 'at' | 'to'>[];
  notifications: readonly Pick<AlarmNotification, 'name'>[];
}

export function stationsOf({ case: { takenAt, resolvedAt }, entries, notifications }: Details): CaseStations {
  const told = entries.filter(({ kind }) => kind === 'told');
  const people = new Set(notifications.map(({ name }) => name)).size;
  return {
    toldAt: told[0]?.at ?? null,
    // Two contacts can have one name, and old messages may be gone.
    told: told.length === 0 ? 0 : Math.max(people, ...told.map(({ to }) => Number(to) || 0)),
    isSilenced: told.length === 0 && entries.some(({ kind }) => kind === 'notificationsOff'),
    takenAt,
    resolvedAt,
  };
}
