/** Records of calls as CSV, piece by piece. */
import type { CALL_SHEET_KEYS } from '../../contract/entities/callSheet.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { CSV_MARK, csvLine } from '../../contract/rules/csv.ts';
import { zonedStamp } from '../../contract/rules/zonedStamp.ts';
import enRecords from '../../locales/enUS/callRecords.json' with { type: 'json' };
import enShared from '../../locales/enUS/shared.json' with { type: 'json' };
import enCommon from '../../locales/enUS/common.json' with { type: 'json' };
import enTexts from '../../locales/enUS/callTexts.json' with { type: 'json' };
import zhRecords from '../../locales/zhCN/callRecords.json' with { type: 'json' };
import zhShared from '../../locales/zhCN/shared.json' with { type: 'json' };
import zhCommon from '../../locales/zhCN/common.json' with { type: 'json' };
import zhTexts from '../../locales/zhCN/callTexts.json' with { type: 'json' };
import type { Db } from '../db/database.ts';
import { callPiece, type CallFilter, type CallRow } from '../db/repositories/calls.ts';
import { toCallDto } from './callPresenter.ts';

const PIECE = 500;
const TEXTS = {
  enUS: { records: enRecords, shared: { ...enCommon, ...enShared }, texts: enTexts },
  zhCN: { records: zhRecords, shared: { ...zhCommon, ...zhShared }, texts: zhTexts },
} as const;
const seconds = (ms: number | null): number | string => (ms === null ? '' : Math.round(ms / 1_000));

export async function* callCsv(
  db: Db,
  filter: CallFilter,
  { userId, language, timeZone }: { userId: string; language: Language; timeZone: string },
): AsyncGenerator<Uint8Array> {
  const { records, shared, texts } = TEXTS[language];
  const { table, origin } = records;
  const { serialNumber, note } = shared;
  const sheet: Readonly<Record<keyof typeof CALL_SHEET_KEYS, string>> = { ...records.sheet, serialNumber, note };
  const stamp = zonedStamp(timeZone);
  const topics = { ...texts.topic, other: shared.otherOption };
  yield Buffer.from(
    CSV_MARK +
      csvLine([
        `${shared.started} (${timeZone})`,
        `${shared.endedAt} (${timeZone})`,
        shared.robot,
        sheet.serialNumber,
        shared.place,
        origin,
        shared.operator,
        sheet.waited,
        sheet.talked,
        sheet.interrupted,
        shared.result,
        table.about,
        sheet.note,
        sheet.area,
      ]),
  );
  for (let after: CallRow | null = null, isMore = true; isMore;) {
    const rows: CallRow[] = await callPiece(db, filter, { after, limit: PIECE });
    yield Buffer.from(
      rows
        .map((row) => {
          const call = toCallDto(row, { userId, language });
          const { createdAt, answeredAt, endedAt } = call;
          const waitedUntil = answeredAt ?? endedAt;
          return csvLine([
            stamp(createdAt),
            stamp(endedAt),
            call.robotName,
            call.serialNumber,
            call.place,
            texts.origin[call.origin],
            call.operator?.name ?? '',
            seconds(waitedUntil === null ? null : waitedUntil - createdAt),
            seconds(answeredAt === null || endedAt === null ? null : endedAt - answeredAt),
            seconds(call.interruptedMs),
            call.end === null ? shared.inProgress : texts.end[call.end],
            call.topic === null ? '' : topics[call.topic],
            call.note,
            call.area,
          ]);
        })
        .join(''),
    );
    after = rows.at(-1) ?? null;
    isMore = rows.length === PIECE;
  }
}
