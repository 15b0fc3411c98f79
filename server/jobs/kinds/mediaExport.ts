/**
 * Writes an export of photos and recordings: a zip with the files as they are, and a CSV that says of each when, where, by
 * which robot and why it was taken. One chunk of a file is held at a time.
 */
import type { MEDIA_CAUSE_KEYS, MEDIA_NOTE_KEYS, MEDIA_SHEET_KEYS } from '../../../contract/entities/mediaSheet.ts';
import { CSV_MARK, csvLine } from '../../../contract/rules/csv.ts';
import { FILE_RULES } from '../../../contract/rules/files.ts';
import { MEDIA_AT_ONCE } from '../../../contract/rules/mediaLibrary.ts';
import { zonedStamp } from '../../../contract/rules/zonedStamp.ts';
import enDownloads from '../../../locales/enUS/downloads.json' with { type: 'json' };
import enExport from '../../../locales/enUS/mediaExport.json' with { type: 'json' };
import enPhotos from '../../../locales/enUS/photos.json' with { type: 'json' };
import enShared from '../../../locales/enUS/shared.json' with { type: 'json' };
import enCommon from '../../../locales/enUS/common.json' with { type: 'json' };
import zhDownloads from '../../../locales/zhCN/downloads.json' with { type: 'json' };
import zhExport from '../../../locales/zhCN/mediaExport.json' with { type: 'json' };
import zhPhotos from '../../../locales/zhCN/photos.json' with { type: 'json' };
import zhShared from '../../../locales/zhCN/shared.json' with { type: 'json' };
import zhCommon from '../../../locales/zhCN/common.json' with { type: 'json' };
import type { AppDeps } from '../../appDeps.ts';
import { nameIn } from '../../db/localName.ts';
import { accountById } from '../../db/repositories/accounts.ts';
import { fileById } from '../../db/repositories/files.ts';
import { mediaAmong, type ListedMedia } from '../../db/repositories/mediaLists.ts';
import { noteMediaViews } from '../../db/repositories/mediaViews.ts';
import { exportFailure } from '../../features/fileExports.ts';
import { seenRobots } from '../../features/listRequest.ts';
import { mediaExportName, readMediaExport, type MediaExportRequest } from '../../features/mediaExports.ts';
import { attachFile, stageStream, unstageFile, type FilesDeps } from '../../files/files.ts';
import { zipOfFiles, type ZipEntry } from '../../files/zip.ts';
import type { JobContext, JobKind } from '../jobKind.ts';
import { pictureEntry } from '../pictureEntries.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'fleet'> & { files: FilesDeps };
type TextsOf<Keys> = Readonly<Record<keyof Keys, string>>;
interface Texts extends TextsOf<typeof MEDIA_NOTE_KEYS> {
  columns: TextsOf<typeof MEDIA_SHEET_KEYS>;
  causes: TextsOf<typeof MEDIA_CAUSE_KEYS>;
  shared: Readonly<Record<'time' | 'type' | 'robot' | 'serialNumber' | 'place' | 'map' | 'alarm', string>>;
  file: string;
  video: string;
}
const TEXTS: Readonly<Record<MediaExportRequest['language'], Texts>> = {
  enUS: {
    ...enExport,
    shared: { ...enCommon, ...enShared },
    file: enDownloads.column.file,
    video: enPhotos.fact.video,
  },
  zhCN: {
    ...zhExport,
    shared: { ...zhCommon, ...zhShared },
    file: zhDownloads.column.file,
    video: zhPhotos.fact.video,
  },
};
/** @param maxBytes for tests */
export const mediaExportJob = (
  { db, now, fleet, files }: Needs,
  { maxBytes = FILE_RULES.archive.maxBytes } = {},
): JobKind => ({
  kind: 'mediaExport',
  timeLimitMs: 10 * 60_000,
  isLong: true,
  async run({ payload, signal, progress }) {
    const asked = readMediaExport(payload);
    const { userId, fileId } = asked;
    const earlier = await fileById(db, fileId);
    if (earlier?.state === 'ready') return;
    if (earlier) await unstageFile(files, earlier);

    const written: string[] = [];
    const file = await stageStream(
      files,
      {
        id: fileId,
        kind: 'archive',
        ownerId: userId,
        name: mediaExportName(asked),
        contentType: 'application/zip',
        until: new Date(now() + (FILE_RULES.archive.keepMs ?? 0)),
      },
      zipOfFiles(entriesOf({ db, fleet, files }, asked, written, progress), { maxBytes, signal }),
    ).catch((error: unknown) => Promise.reject(exportFailure(error)));
    await db.transaction(async (transaction) => {
      await attachFile(transaction, file, 'application/zip');
      // As if each had been opened by itself.
      await noteMediaViews(transaction, { fileIds: written, userId, at: new Date(now()) });
    });
  },
});

async function* entriesOf(
  { db, fleet: { fleetCache }, files: { store } }: Pick<Needs, 'db' | 'fleet' | 'files'>,
  { userId, language, timeZone, fileIds }: MediaExportRequest,
  written: string[],
  progress: JobContext['progress'],
): AsyncIterable<ZipEntry> {
  const { columns, shared, file: fileText, photo, video, missing } = TEXTS[language];
  const causes = { ...TEXTS[language].causes, alarm: shared.alarm, robot: shared.robot };
  const stamp = zonedStamp(timeZone);
  const wanted = fileIds.split(',');
  const account = await accountById(db, userId);
  const names = new Set<string>();
  const lines: string[] = [
    csvLine([
      `${shared.time} (${timeZone})`,
      fileText,
      shared.type,
      shared.robot,
      shared.serialNumber,
      shared.place,
      shared.map,
      columns.cause,
      columns.by,
      columns.alarmCase,
      columns.length,
      columns.bytes,
    ]),
  ];
  const lineOf = ({ item, bytes }: ListedMedia, name: string): string => {
    const map = item.mapId === null ? undefined : fleetCache.map(item.mapId);
    return csvLine([
      stamp(item.takenAt.getTime()),
      name,
      item.kind === 'photo' ? photo : video,
      nameIn(fleetCache.robot(item.serialNumber)?.name ?? '', language) || item.serialNumber,
      item.serialNumber,
      nameIn(item.pointName, language),
      map ? nameIn(map.name, language) : '',
      causes[item.source],
      nameIn(item.userName, language),
      item.alarmCaseId ?? '',
      item.durationMs === null ? '' : Math.round(item.durationMs / 1_000),
      bytes,
    ]);
  };
  for (let start = 0; start < wanted.length; start += MEDIA_AT_ONCE) {
    const part = wanted.slice(start, start + MEDIA_AT_ONCE);
    const seen = new Set(account ? await seenRobots(fleetCache, { db, userId, roles: account.roles }) : []);
    const rows = new Map((await mediaAmong(db, part)).map((row) => [row.item.fileId, row]));
    for (const [index, id] of part.entries()) {
      const row = rows.get(id);
      // Access can have ended since the export was asked for.
      const isSeen =
        row !== undefined &&
        row.item.deletedAt === null &&
        account?.lockedAt === null &&
        seen.has(row.item.serialNumber);
      const plain = row && `${stamp(row.item.takenAt.getTime())} ${row.item.serialNumber}`.replaceAll(/[^\w-]+/gu, '_');
      const picture =
        isSeen && plain !== undefined
          ? await pictureEntry({ db, store }, { userId, roles: account.roles }, { fileId: id, plain, taken: names })
          : null;
      if (isSeen && picture !== null && picture !== 'noRoom') {
        yield picture.entry;
        written.push(id);
        lines.push(lineOf(row, picture.entry.name));
      }
      const done = start + index + 1;
      progress((done / wanted.length) * 90, { done, of: wanted.length, unit: 'files' });
    }
  }
  yield { name: 'manifest.csv', pieces: [CSV_MARK, ...lines] };
  const lost = wanted.length - written.length;
  if (lost > 0)
    yield {
      name: 'readme.txt',
      pieces: [`${missing.replace('{count}', String(lost)).replace('{of}', String(wanted.length))}\r\n`],
    };
}
