/** Presents calls in the reader's language. */
import type { Call, CallLine } from '../../contract/entities/call.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { nameIn } from '../db/localName.ts';
import type { CallLineRow, CallRow, Operators } from '../db/repositories/calls.ts';
import { factsOf } from './callLife.ts';

/** People that are named for a ringing call; the others are rung too. */
const RINGS_FOR_MAX = 10;

/** @param operators of the robot, for a call that rings */
export function toCallDto(
  row: CallRow,
  { userId, language }: { userId: string; language: Language },
  operators: Operators = new Map(),
): Call {
  const rings = row.state === 'ringing' && row.origin === 'visitor';
  return {
    id: row.id,
    serialNumber: row.serialNumber,
    robotName: nameIn(row.robotName, language),
    place: nameIn(row.placeName, language),
    area: row.area,
    tool: row.tool,
    operator: row.operatorId === null ? null : { id: row.operatorId, name: nameIn(row.operatorName ?? '', language) },
    ringsFor: rings
      ? (operators.get(row.serialNumber) ?? [])
          .filter((one) => !row.declined.includes(one.userId))
          .slice(0, RINGS_FOR_MAX)
          .map((one) => ({ id: one.userId, name: nameIn(one.name, language) }))
      : [],
    isDeclined: row.declined.includes(userId),
    isAskedToWait: row.isAskedToWait,
    ...factsOf(row),
    rangAt: row.rangAt?.getTime() ?? null,
    roundTrip: row.roundTrip === null ? null : Math.round(row.roundTrip),
    // Screens that an earlier version stored name no picture of the site.
    screen: row.screen && { ...row.screen, imageId: row.screen.imageId ?? '' },
    topic: row.topic,
    note: row.note,
  };
}

export const toCallLineDto = ({ at, kind, side, text, ms }: CallLineRow): CallLine => ({
  at: at.getTime(),
  kind,
  side,
  text,
  ms,
});
