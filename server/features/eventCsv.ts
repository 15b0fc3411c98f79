/** Events as CSV in the reader's language. */
import type { Language } from '../../contract/entities/constants.ts';
import type { EventRecord } from '../../contract/entities/eventRecord.ts';
import { NOTES_MAX } from '../db/repositories/caseNotes.ts';
import type { EVENT_SHEET_KEYS } from '../../contract/entities/eventSheet.ts';
import { CSV_MARK, csvLine } from '../../contract/rules/csv.ts';
import { zonedStamp } from '../../contract/rules/zonedStamp.ts';
import alarmsEnUS from '../../locales/enUS/alarmEvents.json' with { type: 'json' };
import commonEnUS from '../../locales/enUS/common.json' with { type: 'json' };
import deliveriesEnUS from '../../locales/enUS/deliveryTexts.json' with { type: 'json' };
import enUS from '../../locales/enUS/eventTexts.json' with { type: 'json' };
import sharedEnUS from '../../locales/enUS/shared.json' with { type: 'json' };
import alarmsZhCN from '../../locales/zhCN/alarmEvents.json' with { type: 'json' };
import commonZhCN from '../../locales/zhCN/common.json' with { type: 'json' };
import deliveriesZhCN from '../../locales/zhCN/deliveryTexts.json' with { type: 'json' };
import zhCN from '../../locales/zhCN/eventTexts.json' with { type: 'json' };
import sharedZhCN from '../../locales/zhCN/shared.json' with { type: 'json' };

type SharedTexts = Pick<
  typeof sharedEnUS,
  | ('inProgress' | 'finished' | 'partiallyCompleted' | 'failed' | 'resolved' | 'accepted' | 'running')
  | ('time' | 'type' | 'place' | 'person' | 'state' | 'alarm' | 'delivery' | 'disinfection')
  | ('stop' | 'resume' | 'cancelTask' | 'charge' | 'manualDriving')
>;
/** The texts of events, with those that other pages show too. */
const withShared = (
  { column, biz, state, command }: typeof enUS,
  { sent, robot }: Pick<typeof commonEnUS, 'sent' | 'robot'>,
  shared: SharedTexts,
) => {
  const { inProgress, finished, partiallyCompleted, failed, resolved, accepted, running } = shared;
  const { time: at, type, place, person: by, state: stateHead } = shared;
  const { alarm, delivery, disinfection } = shared;
  const { stop, resume, cancelTask: cancel, charge, manualDriving: drive } = shared;
  return {
    column: { ...column, at, type, robot, place, by, state: stateHead },
    biz: { ...biz, alarm, delivery, disinfection },
    state: { ...state, inProgress, finished, partiallyCompleted, failed, resolved, accepted, running, sent },
    command: { ...command, stop, resume, cancel, charge, drive },
  };
};
const TEXTS = {
  enUS: { ...withShared(enUS, commonEnUS, sharedEnUS), alarm: alarmsEnUS.events, delivery: deliveriesEnUS.status },
  zhCN: { ...withShared(zhCN, commonZhCN, sharedZhCN), alarm: alarmsZhCN.events, delivery: deliveriesZhCN.status },
} as const;
const find = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

interface Reader {
  language: Language;
  timeZone: string;
  /** What people wrote about alarms, by case; absent: without that column. */
  notes?: ReadonlyMap<string, string>;
  /** Older notes are missing: the column says so. */
  areNotesCut?: boolean;
}
/** Lines formatted at once: some milliseconds. */
const LINES_AT_ONCE = 500;

/** Each piece is formatted when it is asked for, so that many events do not block the event loop. */
export function* eventCsvPieces(
  events: readonly EventRecord[],
  { language, timeZone, notes, areNotesCut = false }: Reader,
): Iterable<string, undefined> {
  const { column, biz, state, command, alarm, delivery } = TEXTS[language];
  const { notesCut }: Readonly<Record<keyof typeof EVENT_SHEET_KEYS, string>> = column;
  const stamp = zonedStamp(timeZone);
  const what = ({ bizType, kind, title }: EventRecord): string =>
    [find(alarm, kind) ?? (bizType === 'manual' ? (find(command, kind) ?? command.device) : ''), title]
      .filter(Boolean)
      .join(': ');
  yield (
    CSV_MARK +
    csvLine([
      `${column.at} (${timeZone})`,
      column.until,
      column.type,
      column.what,
      column.robot,
      column.place,
      column.by,
      column.state,
      ...(notes ? [areNotesCut ? notesCut.replace('{count}', String(NOTES_MAX)) : column.notes] : []),
    ])
  );
  const line = (event: EventRecord): string =>
    csvLine([
      stamp(event.at),
      stamp(event.until),
      biz[event.bizType],
      what(event),
      event.robotName,
      [event.place?.name, event.place?.floor].filter(Boolean).join(', '),
      event.by,
      find(event.bizType === 'delivery' ? delivery : state, event.state) ?? event.state,
      ...(notes ? [(event.bizType === 'alarm' && notes.get(event.sourceId)) || ''] : []),
    ]);
  for (let at = 0; at < events.length; at += LINES_AT_ONCE)
    yield events
      .slice(at, at + LINES_AT_ONCE)
      .map(line)
      .join('');
}
