/** The robots of the installation as CSV, piece by piece: a fleet can be larger than what one query should hold. */
import type { Language } from '../../contract/entities/constants.ts';
import type { Dialect } from '../../contract/rules/dialect.ts';
import { CSV_MARK, csvLine } from '../../contract/rules/csv.ts';
import { zonedStamp } from '../../contract/rules/zonedStamp.ts';
import enUS from '../../locales/enUS/robotFleet.json' with { type: 'json' };
import enShared from '../../locales/enUS/shared.json' with { type: 'json' };
import enCommon from '../../locales/enUS/common.json' with { type: 'json' };
import zhShared from '../../locales/zhCN/shared.json' with { type: 'json' };
import zhCommon from '../../locales/zhCN/common.json' with { type: 'json' };
import zhCN from '../../locales/zhCN/robotFleet.json' with { type: 'json' };
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { type FleetFilter, fleetPiece, mapNamesOfRobots } from '../db/repositories/robotFleet.ts';

const PIECE = 500;
const TEXTS = { enUS, zhCN } as const;
const SHARED = { enUS: { ...enCommon, ...enShared }, zhCN: { ...zhCommon, ...zhShared } } as const;
const DIALECT = { both: 'both', '2.x': 'standard', '1.1-actions': 'older' } as const satisfies Record<Dialect, string>;

interface ExportTerms {
  language: Language;
  timeZone: string;
  /** When the last message of a robot came, ms; null before the first. */
  lastMessageAt: (serialNumber: string) => number | null;
}

export async function* fleetCsv(
  db: Db,
  filter: Omit<FleetFilter, 'page' | 'limit'>,
  { language, timeZone, lastMessageAt }: ExportTerms,
): AsyncGenerator<Uint8Array> {
  const texts = TEXTS[language];
  const { column } = texts;
  const shared = SHARED[language];
  const stamp = zonedStamp(timeZone);
  const inZone = (head: string): string => `${head} (${timeZone})`;
  yield Buffer.from(
    CSV_MARK +
      csvLine([
        shared.robot,
        shared.serialNumber,
        shared.manufacturer,
        shared.model,
        shared.kind,
        shared.site,
        column.dialect,
        texts.maps,
        shared.state,
        inZone(texts.registered),
        inZone(column.lastMessage),
        inZone(texts.life.retired),
      ]),
  );
  for (let after: string | null = ''; after !== null;) {
    const rows = await fleetPiece(db, filter, { after, limit: PIECE });
    const maps = await mapNamesOfRobots(
      db,
      rows.map(({ robot }) => robot.serialNumber),
    );
    const mapsOf = (serialNumber: string): string =>
      maps.flatMap((one) => (one.serialNumber === serialNumber ? [one.robotMapName] : [])).join(' ');
    yield Buffer.from(
      rows
        .map(({ robot, siteName, life }) =>
          csvLine([
            nameIn(robot.name, language) || robot.serialNumber,
            robot.serialNumber,
            robot.manufacturer,
            robot.model,
            texts.kind[robot.kind],
            nameIn(siteName, language),
            texts.dialect[DIALECT[robot.dialect]],
            mapsOf(robot.serialNumber),
            texts.life[life],
            stamp(robot.registeredAt),
            stamp(lastMessageAt(robot.serialNumber)),
            stamp(robot.retiredAt),
          ]),
        )
        .join(''),
    );
    after = rows.length < PIECE ? null : (rows.at(-1)?.robot.serialNumber ?? null);
  }
}
