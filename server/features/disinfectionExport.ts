/** Records of disinfections as CSV, piece by piece: years of them are larger than what one query should hold. */
import type { Language } from '../../contract/entities/constants.ts';
import { CSV_MARK, csvLine } from '../../contract/rules/csv.ts';
import {
  DISINFECTION_REASONS,
  disinfectionResultOf,
  type DisinfectionReason,
} from '../../contract/rules/disinfection.ts';
import { taskRunOf } from '../../contract/rules/schedule/disinfectionTask.ts';
import type { DISINFECTION_SHEET_KEYS } from '../../contract/entities/disinfectionSheet.ts';
import { zonedStamp } from '../../contract/rules/zonedStamp.ts';
import enUS from '../../locales/enUS/disinfectionRecords.json' with { type: 'json' };
import enShared from '../../locales/enUS/shared.json' with { type: 'json' };
import enCommon from '../../locales/enUS/common.json' with { type: 'json' };
import zhShared from '../../locales/zhCN/shared.json' with { type: 'json' };
import zhCommon from '../../locales/zhCN/common.json' with { type: 'json' };
import zhCN from '../../locales/zhCN/disinfectionRecords.json' with { type: 'json' };
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import {
  disinfectionPiece,
  type DisinfectionFilter,
  type ListedDisinfection,
} from '../db/repositories/disinfections.ts';
import { toDisinfectionDto } from './disinfectionPresenter.ts';

const PIECE = 500;
const TEXTS = { enUS, zhCN } as const;
const SHARED = { enUS: { ...enCommon, ...enShared }, zhCN: { ...zhCommon, ...zhShared } } as const;
type SheetTexts = Readonly<Record<keyof typeof DISINFECTION_SHEET_KEYS, string>>;
const isReason = (type: string): type is DisinfectionReason =>
  (DISINFECTION_REASONS as readonly string[]).includes(type);

export async function* disinfectionCsv(
  db: Db,
  filter: DisinfectionFilter,
  { language, timeZone }: { language: Language; timeZone: string },
): AsyncGenerator<Uint8Array> {
  const { column, mode: modes, unit } = TEXTS[language];
  const shared = SHARED[language];
  const results = { ...TEXTS[language].result, ...shared, notStarted: shared.didNotStart };
  const { elevatorOut, doorOut, placesDeleted, serverWasDown: serverDown, taskSwitchedOff: taskOff } = shared;
  const { notCheckedInTime: notChecked } = shared;
  const { endedByWho, robotWasMoved: robotMoved } = shared;
  const reasons = {
    ...TEXTS[language].reason,
    ended: endedByWho,
    robotMoved,
    elevatorOut,
    doorOut,
    placesDeleted,
    serverDown,
    taskOff,
    notChecked,
  };
  const { serialNumber, endedAt: ended, startedBy } = shared;
  const sheet: SheetTexts = { ...TEXTS[language].sheet, serialNumber, ended, startedBy };
  const stamp = zonedStamp(timeZone);
  const inZone = (head: string): string => `${head} (${timeZone})`;
  const why = ({ reason }: Pick<ListedDisinfection, 'reason'>): string =>
    reason === null
      ? ''
      : isReason(reason.type)
        ? reasons[reason.type].replace('{who}', reason.description || reasons.somebody)
        : reason.description || reason.type;
  yield Buffer.from(
    CSV_MARK +
      csvLine([
        inZone(shared.started),
        inZone(sheet.ended),
        inZone(sheet.planned),
        shared.robot,
        sheet.serialNumber,
        shared.map,
        column.places,
        shared.mode,
        shared.result,
        shared.reason,
        sheet.squareMetres,
        sheet.covered,
        sheet.dose,
        sheet.aim,
        sheet.unit,
        sheet.agentLeft,
        sheet.startedBy,
      ]),
  );
  for (let after: ListedDisinfection | null = null, isMore = true; isMore;) {
    const rows: ListedDisinfection[] = await disinfectionPiece(db, filter, { after, limit: PIECE });
    yield Buffer.from(
      rows
        .map((row) => {
          const run = toDisinfectionDto(row, language);
          const task = row.taskRunId === null ? null : taskRunOf(row.taskRunId);
          return csvLine([
            stamp(run.startedAt),
            stamp(run.endedAt),
            stamp(task?.plannedAt ?? null),
            run.robotName,
            run.serialNumber,
            run.mapName,
            row.sections
              .map(({ id, name }) => nameIn(name, language) || (id === '' ? TEXTS[language].area : id))
              .join('; '),
            modes[run.mode],
            results[disinfectionResultOf(run)],
            why(run),
            run.squareMetres,
            Math.round(run.coverage * 100),
            run.dose ?? '',
            run.aim,
            run.mode === 'uv' ? unit.uv : unit.fluid,
            run.agentLeft ?? '',
            run.startedBy.name,
          ]);
        })
        .join(''),
    );
    after = rows.at(-1) ?? null;
    isMore = rows.length === PIECE;
  }
}
