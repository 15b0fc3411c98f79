/**
 * Writes an export of the historical monitoring: a zip with the positions of each robot, the runs and the events of a time
 * as CSV, the pictures of alarms, and a note that says what is missing. The tracks of
 * one robot are held at a time, and the zip goes to the file store as it is written.
 */
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';
import { TRACK_CONNECTION_KEYS, TRACK_NOTE_KEYS, TRACK_SHEET_KEYS } from '../../../contract/entities/trackSheet.ts';
import { CSV_MARK, csvLine } from '../../../contract/rules/csv.ts';
import { FILE_RULES } from '../../../contract/rules/files.ts';
import {
  EVENT_REACH_MS,
  TRACK_EXPORT_EVENTS,
  TRACK_EXPORT_PICTURE_BYTES,
  TRACK_EXPORT_PICTURES,
} from '../../../contract/rules/monitoringLimits.ts';
import { gapsIn } from '../../../contract/rules/replayTrack.ts';
import { decodeTrack } from '../../../contract/rules/trackChunk.ts';
import { zonedStamp } from '../../../contract/rules/zonedStamp.ts';
import statusEnUS from '../../../locales/enUS/status.json' with { type: 'json' };
import enUS from '../../../locales/enUS/trackExport.json' with { type: 'json' };
import statusZhCN from '../../../locales/zhCN/status.json' with { type: 'json' };
import zhCN from '../../../locales/zhCN/trackExport.json' with { type: 'json' };
import type { AppDeps } from '../../appDeps.ts';
import { nameIn } from '../../db/localName.ts';
import { accountById } from '../../db/repositories/accounts.ts';
import { eventPage } from '../../db/repositories/eventRecords.ts';
import { fileById } from '../../db/repositories/files.ts';
import { noteMediaViews } from '../../db/repositories/mediaViews.ts';
import { tracksOf } from '../../db/repositories/tracks.ts';
import { forEachInSlices, yieldToEventLoop } from '../../eventLoop.ts';
import { eventCsvPieces } from '../../features/eventCsv.ts';
import { toEventRecordDto } from '../../features/eventPresenter.ts';
import { recordedPeriods } from '../../features/recordedPeriods.ts';
import { exportFailure } from '../../features/fileExports.ts';
import { readTrackExport, trackExportName, type TrackExportRequest } from '../../features/trackExports.ts';
import { attachFile, stageStream, unstageFile, type FilesDeps } from '../../files/files.ts';
import { zipOfFiles, type ZipEntry } from '../../files/zip.ts';
import type { JobContext, JobKind } from '../jobKind.ts';
import { pictureEntry } from '../pictureEntries.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'fleet'> & { files: FilesDeps };
type TextsOf<Keys> = Readonly<Record<keyof Keys, string>>;
interface Texts {
  columns: TextsOf<typeof TRACK_SHEET_KEYS>;
  connections: TextsOf<typeof TRACK_CONNECTION_KEYS>;
  notes: TextsOf<typeof TRACK_NOTE_KEYS>;
}
const TEXTS: Readonly<Record<TrackExportRequest['language'], Texts>> = { enUS, zhCN };
const STATUSES = { enUS: statusEnUS, zhCN: statusZhCN } as const;
const RUNS: readonly string[] = ['delivery', 'cruise', 'disinfection'];

const MINUTE_MS = 60_000;
const DEGREES = 180 / Math.PI;

/** The limits are parameters for tests. */
export const trackExportJob = (
  { db, now, fleet, files }: Needs,
  { maxBytes = FILE_RULES.archive.maxBytes, maxPictures = TRACK_EXPORT_PICTURES } = {},
): JobKind => ({
  kind: 'trackExport',
  timeLimitMs: 10 * 60_000,
  isLong: true,
  async run({ payload, signal, progress }) {
    const asked = readTrackExport(payload);
    const { userId, fileId } = asked;
    const earlier = await fileById(db, fileId);
    if (earlier?.state === 'ready') return;
    if (earlier) await unstageFile(files, earlier);

    // Access can have ended since the export was asked for.
    const mine = fleet.fleetCache.robotsOf(userId);
    const serialNumbers = asked.serialNumbers.split(',').filter((one) => mine.has(one));
    const opened: string[] = [];
    const file = await stageStream(
      files,
      {
        id: fileId,
        kind: 'archive',
        ownerId: userId,
        name: trackExportName(asked),
        contentType: 'application/zip',
        until: new Date(now() + (FILE_RULES.archive.keepMs ?? 0)),
      },
      zipOfFiles(sheetsOf({ db, now, fleet, files }, asked, { serialNumbers, opened, maxPictures, progress }), {
        maxBytes,
        signal,
      }),
    ).catch((error: unknown) => Promise.reject(exportFailure(error)));
    await db.transaction(async (transaction) => {
      await attachFile(transaction, file, 'application/zip');
      // As if each picture had been opened by itself.
      await noteMediaViews(transaction, { fileIds: opened, userId, at: new Date(now()) });
    });
  },
});

async function* sheetsOf(
  { db, now, fleet, files }: Needs,
  asked: TrackExportRequest,
  {
    serialNumbers,
    opened,
    maxPictures,
    progress,
  }: {
    serialNumbers: readonly string[];
    /** Takes the ids of the pictures that were written. */
    opened: string[];
    maxPictures: number;
    progress: JobContext['progress'];
  },
): AsyncIterable<ZipEntry> {
  const { from, until, language } = asked;
  const noTracks: string[] = [];
  for (const [index, serialNumber] of serialNumbers.entries()) {
    const chunks = await tracksOf(db, serialNumber, new Date(from), new Date(until - 1));
    // A colon is not allowed in file names everywhere.
    const name = `tracks/${serialNumber.replaceAll(':', '_')}.csv`;
    if (chunks.length === 0) noTracks.push(serialNumber);
    else yield { name, pieces: trackPieces(fleet, asked, chunks) };
    progress(((index + 1) / serialNumbers.length) * 90, {
      done: index + 1,
      of: serialNumbers.length,
      unit: 'files',
    });
  }
  const rows = await eventPage(
    db,
    { serialNumbers, bizType: '', startTime: Math.max(1, from - EVENT_REACH_MS), endTime: until, reachesTo: from },
    { offset: 0, limit: TRACK_EXPORT_EVENTS + 1 },
  );
  await yieldToEventLoop();
  const events: EventRecord[] = [];
  await forEachInSlices(rows.slice(0, TRACK_EXPORT_EVENTS).reverse(), (row) =>
    events.push(toEventRecordDto(row, fleet.fleetCache, language)),
  );
  const runs = events.filter(({ bizType }) => RUNS.includes(bizType));
  yield { name: 'runs.csv', pieces: eventCsvPieces(runs, asked) };
  yield { name: 'events.csv', pieces: eventCsvPieces(events, asked) };
  const pictures: Pictures = { opened, leftOut: 0, lost: 0 };
  const withPicture = events.filter(({ pictureId }) => pictureId !== null).toReversed();
  yield* picturesOf({ db, files }, asked, withPicture, maxPictures, pictures);
  const nameOf = (serialNumber: string): string => {
    const robot = fleet.fleetCache.robot(serialNumber);
    return `${(robot && nameIn(robot.name, language)) || serialNumber} (${serialNumber})`;
  };
  const note = noteOf(asked, {
    robots: serialNumbers.map(nameOf),
    noTracks: noTracks.map(nameOf),
    gaps: gapsIn(await recordedPeriods(db, asked), asked, now()),
    isMore: rows.length > TRACK_EXPORT_EVENTS,
    pictures,
  });
  yield { name: 'readme.txt', pieces: [note] };
}

/** What became of the pictures of alarms. */
interface Pictures {
  /** Ids of those that were written. */
  opened: string[];
  /** For which there was no room. */
  leftOut: number;
  /** Gone, or not the reader's to see. */
  lost: number;
}

/** The pictures of events, in their order, as long as there is room for them. Counts them in `found`. */
async function* picturesOf(
  { db, files: { store } }: Pick<Needs, 'db' | 'files'>,
  { userId, timeZone }: TrackExportRequest,
  events: readonly EventRecord[],
  most: number,
  found: Pictures,
): AsyncIterable<ZipEntry> {
  const account = await accountById(db, userId);
  const stamp = zonedStamp(timeZone);
  const taken = new Set<string>();
  let room = TRACK_EXPORT_PICTURE_BYTES;
  found.leftOut = Math.max(0, events.length - most);
  for (const { pictureId, at, serialNumber } of events.slice(0, most)) {
    if (pictureId === null) continue;
    const plain = `pictures/${`${stamp(at)} ${serialNumber}`.replaceAll(/[^\w-]+/gu, '_')}`;
    const reader = account?.lockedAt === null ? { userId, roles: account.roles } : null;
    const picture = reader && (await pictureEntry({ db, store }, reader, { fileId: pictureId, plain, taken, room }));
    if (picture === null) found.lost += 1;
    else if (picture === 'noRoom') found.leftOut += 1;
    else {
      room -= picture.bytes;
      yield picture.entry;
      found.opened.push(pictureId);
    }
  }
}

/** The lines of a robot's tracks; each piece is formatted when it is asked for. */
function* trackPieces(
  fleet: Needs['fleet'],
  { from, until, language, timeZone }: TrackExportRequest,
  chunks: Awaited<ReturnType<typeof tracksOf>>,
): Iterable<string, undefined> {
  const { columns, connections } = TEXTS[language];
  const stamp = zonedStamp(timeZone);
  // Formatting each time by itself would take most of the time of an export.
  let minute = { at: -1, text: '' };
  const timeOf = (at: number): string => {
    const start = Math.floor(at / MINUTE_MS) * MINUTE_MS;
    if (minute.at !== start) minute = { at: start, text: stamp(start).slice(0, -2) };
    return minute.text + ((at - start) / 1_000).toFixed(2).padStart(5, '0');
  };
  const floors = new Map<string, string>();
  const floorOf = (mapId: string): string => {
    const known = floors.get(mapId);
    if (known !== undefined) return known;
    const map = fleet.fleetCache.map(mapId);
    const name = (map && nameIn(map.name, language)) || mapId;
    floors.set(mapId, name);
    return name;
  };
  yield (
    CSV_MARK +
    csvLine([
      `${columns.time} (${timeZone})`,
      columns.map,
      columns.x,
      columns.y,
      columns.heading,
      columns.status,
      columns.connection,
      columns.battery,
    ])
  );
  for (const { chunk } of chunks)
    yield decodeTrack(chunk)
      .filter(({ at }) => from <= at && at < until)
      .map(({ at, pose, status, connection, battery }) =>
        csvLine([
          timeOf(at),
          pose ? floorOf(pose.mapId) : '',
          pose?.x ?? '',
          pose?.y ?? '',
          pose ? Math.round(pose.theta * DEGREES) : '',
          STATUSES[language][status],
          connections[connection],
          battery ?? '',
        ]),
      )
      .join('');
}

/** What the archive holds, and what is missing in it. */
function noteOf(
  { from, until, language, timeZone }: TrackExportRequest,
  found: {
    robots: readonly string[];
    noTracks: readonly string[];
    gaps: readonly (readonly [number, number])[];
    isMore: boolean;
    pictures: Pictures;
  },
): string {
  const { notes } = TEXTS[language];
  const stamp = zonedStamp(timeZone);
  const fill = (text: string, params: Readonly<Record<string, string | number>>): string =>
    text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(params[name] ?? ''));
  const span = (begin: number, end: number) => ({ from: stamp(begin), until: stamp(end) });
  return [
    fill(notes.time, { ...span(from, until), zone: timeZone }),
    fill(notes.robots, { robots: found.robots.join(', ') }),
    ...(found.noTracks.length > 0 ? [fill(notes.noTracks, { robots: found.noTracks.join(', ') })] : []),
    ...found.gaps.map(([begin, end]) => fill(notes.gap, span(begin, end))),
    ...(found.isMore ? [fill(notes.moreEvents, { count: TRACK_EXPORT_EVENTS })] : []),
    ...(found.pictures.opened.length > 0 ? [fill(notes.pictures, { count: found.pictures.opened.length })] : []),
    ...(found.pictures.leftOut > 0
      ? [
          fill(notes.morePictures, {
            count: found.pictures.leftOut,
            limit: TRACK_EXPORT_PICTURES,
            size: TRACK_EXPORT_PICTURE_BYTES / 1_048_576,
          }),
        ]
      : []),
    ...(found.pictures.lost > 0 ? [fill(notes.noPictures, { count: found.pictures.lost })] : []),
    '',
  ].join('\r\n');
}
