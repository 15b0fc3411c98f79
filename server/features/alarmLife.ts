/** Maps the life of an alarm case between its rules and its row. */
import type { CaseActor, CaseLife } from '../../contract/rules/alarmCase.ts';
import type { AlarmCaseRow } from '../db/repositories/alarmCases.ts';

const time = (at: Date | null): number | null => at?.getTime() ?? null;
const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

const ownerIn = ({ ownerKind: kind, ownerId: id }: AlarmCaseRow): CaseActor | null =>
  kind === null || id === null ? null : { kind, id };

export const toLife = (row: AlarmCaseRow): CaseLife => ({
  state: row.state,
  raisedAt: row.raisedAt.getTime(),
  owner: ownerIn(row),
  takenAt: time(row.takenAt),
  handOverTo: row.handOverTo,
  levelTwoAt: time(row.levelTwoAt),
  levelTwoToldAt: time(row.levelTwoToldAt),
  askAgainAt: time(row.askAgainAt),
  isAskedAgain: row.isAskedAgain,
  resolvedAt: time(row.resolvedAt),
  cause: row.cause,
});

/** The columns of a case's life; names of people are added by the caller. */
export const toLifeColumns = (life: CaseLife) => ({
  state: life.state,
  raisedAt: new Date(life.raisedAt),
  ownerKind: life.owner?.kind ?? null,
  ownerId: life.owner?.id ?? null,
  takenAt: date(life.takenAt),
  handOverTo: life.handOverTo,
  levelTwoAt: date(life.levelTwoAt),
  levelTwoToldAt: date(life.levelTwoToldAt),
  askAgainAt: date(life.askAgainAt),
  isAskedAgain: life.isAskedAgain,
  resolvedAt: date(life.resolvedAt),
  cause: life.cause,
});
