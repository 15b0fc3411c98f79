/** Writes an export of deliveries: a CSV file that waits for its reader for 7 days. Without codes, phone numbers masked. */
import type { Language } from '../../../contract/entities/constants.ts';
import {
  EXPORT_COLUMN_KEYS,
  DELIVERY_ORIGIN_KEYS,
  DELIVERY_STATUS_KEYS,
} from '../../../contract/entities/deliverySheet.ts';
import { CSV_MARK, csvLine } from '../../../contract/rules/csv.ts';
import { DELIVERY_EXPORT_ROWS, DELIVERY_EXPORTS_TTL_MS } from '../../../contract/rules/deliveryLimits.ts';
import { maskAccount } from '../../../contract/rules/maskAccount.ts';
import { zonedStamp } from '../../../contract/rules/zonedStamp.ts';
import enCommon from '../../../locales/enUS/common.json' with { type: 'json' };
import enExport from '../../../locales/enUS/deliveryExport.json' with { type: 'json' };
import enTexts from '../../../locales/enUS/deliveryTexts.json' with { type: 'json' };
import enShared from '../../../locales/enUS/shared.json' with { type: 'json' };
import zhCommon from '../../../locales/zhCN/common.json' with { type: 'json' };
import zhExport from '../../../locales/zhCN/deliveryExport.json' with { type: 'json' };
import zhTexts from '../../../locales/zhCN/deliveryTexts.json' with { type: 'json' };
import zhShared from '../../../locales/zhCN/shared.json' with { type: 'json' };
import type { AppDeps } from '../../appDeps.ts';
import { nameIn } from '../../db/localName.ts';
import type { DeliveryRow } from '../../db/repositories/deliveries.ts';
import {
  changeExport,
  deliveriesAfter,
  exportById,
  type DeliveryExportRow,
} from '../../db/repositories/deliveryLists.ts';
import { attachFile, stageFile, type FilesDeps } from '../../files/files.ts';
import type { JobKind } from '../jobKind.ts';

const PIECE = 1_000;
const isCancelled = ({ reason }: AbortSignal): boolean => reason instanceof Error && reason.message === 'cancelled';
const TEXTS: Readonly<Record<Language, unknown>> = {
  zhCN: { common: zhCommon, deliveryExport: zhExport, deliveryTexts: zhTexts, shared: zhShared },
  enUS: { common: enCommon, deliveryExport: enExport, deliveryTexts: enTexts, shared: enShared },
};
const textAt = (language: Language, key: string): string =>
  String(
    key
      .split('.')
      .reduce<unknown>((below, name) => (below as Record<string, unknown> | undefined)?.[name], TEXTS[language]),
  );

export const deliveryExportJob = ({
  db,
  now,
  fleet,
  files,
}: Pick<AppDeps, 'db' | 'now' | 'fleet'> & { files: FilesDeps }): JobKind => ({
  kind: 'deliveryExport',
  timeLimitMs: 10 * 60_000,
  isLong: true,
  async run({ payload, signal, progress, attempt }) {
    const exportId = String(payload['exportId']);
    const row = await exportById(db, exportId);
    if (!row || row.state === 'done') return;
    await changeExport(db, exportId, { state: 'running' });
    const lineOf = createLine(row, (serialNumber) => fleet.fleetCache.robot(serialNumber));
    const lines: string[] = [lineOf.head];
    let count = 0;
    try {
      for (let last: DeliveryRow | undefined; ;) {
        signal.throwIfAborted();
        const rows = await deliveriesAfter(db, row.filter, last, Math.min(PIECE, DELIVERY_EXPORT_ROWS - count));
        count += rows.length;
        lines.push(...rows.map(lineOf.line));
        last = rows.at(-1);
        progress(Math.min(95, count / (DELIVERY_EXPORT_ROWS / 100)), { done: count, of: count, unit: 'rows' });
        if (rows.length < PIECE || count >= DELIVERY_EXPORT_ROWS) break;
      }
      const fileName = `deliveries-${lineOf.stamp(now()).slice(0, 10)}.csv`;
      const file = await stageFile(files, {
        kind: 'sheet',
        ownerId: row.userId,
        name: fileName,
        bytes: Buffer.from(CSV_MARK + lines.join('')),
        contentType: 'text/csv',
        until: new Date(now() + DELIVERY_EXPORTS_TTL_MS),
      });
      await db.transaction(async (transaction) => {
        await attachFile(transaction, file, 'text/csv');
        await changeExport(transaction, exportId, {
          state: 'done',
          progress: 100,
          rows: count,
          fileId: file.id,
          fileName,
        });
      });
    } catch (error) {
      // A cancelled one is not tried again. It can have been set to running after it was cancelled.
      if (attempt >= 5 || isCancelled(signal)) await changeExport(db, exportId, { state: 'failed' });
      throw error;
    }
  },
});

function createLine(
  { language, timeZone }: Pick<DeliveryExportRow, 'language' | 'timeZone'>,
  robotOf: (serialNumber: string) => { name: Parameters<typeof nameIn>[0] } | undefined,
) {
  const stamp = zonedStamp(timeZone);
  const zoned = 'shared.created';
  return {
    stamp,
    head: csvLine(EXPORT_COLUMN_KEYS.map((key) => textAt(language, key) + (key === zoned ? ` (${timeZone})` : ''))),
    line: (row: DeliveryRow): string => {
      const robot = robotOf(row.serialNumber);
      return csvLine([
        row.number,
        stamp(row.createdAt),
        robot ? nameIn(robot.name, language) : row.serialNumber,
        nameIn(row.loadingName, language) || row.loadingPoint,
        nameIn(row.destinationName, language) || row.destination,
        textAt(language, DELIVERY_STATUS_KEYS[row.status]),
        row.recipientName,
        maskAccount(row.phoneNumber),
        nameIn(row.createdByName, language),
        textAt(language, DELIVERY_ORIGIN_KEYS[row.origin]),
        stamp(row.endedAt),
        row.endedAt ? Math.round((row.endedAt.getTime() - row.createdAt.getTime()) / 1000) : '',
        row.note,
      ]);
    },
  };
}
