/** Moves calls through contract/rules/call.ts, records what happened, and tells robot and consoles. */
import type { Logger } from 'pino';
import { ACCOUNT_ROLES } from '../../contract/entities/constants.ts';
import { CALL_LOOK_MS, callDeadline, nextCall, type CallEvent, type CallFacts } from '../../contract/rules/call.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import type { CallImage } from '../../contract/wire/calls.ts';
import type { Notice } from '../../contract/wire/feed.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { Broker } from '../broker/broker.ts';
import type { Db } from '../db/database.ts';
import { bothNamesOf } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { addCallLine, changeCall, type CallRow } from '../db/repositories/calls.ts';
import type { Fleet } from '../fleet/fleet.ts';

/** Any relation that is authorised gives `operate`, together with one of these roles (contract/rules/rights.ts). */
export const CALL_OPERATORS = ACCOUNT_ROLES.filter((role) => hasRight([role], 'member', 'operate'));

const time = (at: Date | null): number | null => at?.getTime() ?? null;
const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

export const factsOf = (row: CallRow): CallFacts => ({
  origin: row.origin,
  state: row.state,
  createdAt: row.createdAt.getTime(),
  answeredAt: time(row.answeredAt),
  lostAt: time(row.lostAt),
  loss: row.loss,
  endedAt: time(row.endedAt),
  endedBy: row.endedBy,
  end: row.end,
  interruptions: row.interruptions,
  interruptedMs: row.interruptedMs,
});

/** When the server looks at the call again. */
export function nextLook(facts: CallFacts, now: number): Date | null {
  if (facts.state === 'ended') return null;
  return new Date(Math.min(now + CALL_LOOK_MS, Math.max(now, callDeadline(facts) ?? Infinity)));
}

/**
 * Applies an event to a locked call. @param change columns that change with it
 * @returns the call after it; null if the event cannot cause anything
 */
export async function moveCall(
  db: Db,
  row: CallRow,
  event: CallEvent,
  now: number,
  change: Partial<CallRow> = {},
): Promise<CallRow | null> {
  const before = factsOf(row);
  const after = nextCall(before, event, now);
  if (!after) return null;
  const at = new Date(now);
  const line = (kind: Parameters<typeof addCallLine>[1]['kind'], rest: { side: 'operator' | 'visitor' | 'system' }) =>
    ({ callId: row.id, at, kind, ...rest }) as const;
  const moved = await changeCall(db, row.id, {
    state: after.state,
    answeredAt: date(after.answeredAt),
    lostAt: date(after.lostAt),
    loss: after.loss,
    endedAt: date(after.endedAt),
    endedBy: after.endedBy,
    end: after.end,
    interruptions: after.interruptions,
    interruptedMs: Math.round(after.interruptedMs),
    dueAt: nextLook(after, now),
    ...change,
  });
  if (event.type === 'answer') await addCallLine(db, line('answered', { side: event.side }));
  if (after.lostAt !== null && before.lostAt === null)
    await addCallLine(db, { ...line('lost', { side: 'system' }), text: after.loss ?? '' });
  if (after.lostAt === null && before.lostAt !== null && after.state === 'connected')
    await addCallLine(db, { ...line('back', { side: 'system' }), ms: Math.round(now - before.lostAt) });
  if (after.state === 'ended') {
    await addCallLine(db, { ...line('ended', { side: after.endedBy ?? 'system' }), text: after.end ?? '' });
    await record(db, {
      userId: moved.operatorId ?? '',
      act: 'call.end',
      subject: moved.serialNumber,
      after: { callId: moved.id, end: moved.end, by: moved.endedBy },
    });
  }
  return moved;
}

/** What a robot is asked to say or to show; `image` instead of a built-in picture. */
export interface RobotAct {
  actId: string;
  say?: string;
  show?: NonNullable<CallRow['screen']>['picture'];
  image?: CallImage;
}

export interface CallTeller {
  /** Tells the robot and the consoles of its users. Never rejects. */
  changed(row: CallRow, options?: { answered?: boolean }): void;
  /** Sends the robot its call, or that it has none. Never rejects. */
  tellRobot(serialNumber: string, row: CallRow | undefined): void;
  /** Asks the robot to speak or to show something. */
  act(row: CallRow, act: RobotAct): void;
}

interface Needs {
  broker: Pick<Broker, 'isUp' | 'publish'>;
  fleet: () => Fleet;
  log: Pick<Logger, 'warn'>;
  now: () => number;
}

export function createCallTeller({ broker, fleet, log, now }: Needs): CallTeller {
  const failed =
    (serialNumber: string, message: string) =>
    (error: unknown): void =>
      log.warn({ err: error, serialNumber }, message);
  const tellRobot: CallTeller['tellRobot'] = (serialNumber, row) => {
    const robot = fleet().fleetCache.robot(serialNumber);
    if (!robot || !isCallable(fleet(), serialNumber)) return;
    const at = now();
    const open = row && row.state !== 'ended' ? row : null;
    void fleet()
      .toRobot.privately(robot, {
        type: 'call',
        sentAt: at,
        call: open && {
          callId: open.id,
          origin: open.origin,
          state: open.state,
          name: open.operatorName === null ? '' : bothNamesOf(open.operatorName).zhCN.slice(0, 40),
          ringMs: open.state === 'ringing' ? Math.max(0, (callDeadline(factsOf(open)) ?? at) - at) : 0,
        },
      })
      .catch(failed(serialNumber, 'a robot could not be told its call yet'));
  };
  return {
    tellRobot,
    changed(row, { answered = false } = {}) {
      tellRobot(row.serialNumber, row);
      // The grant for the operator's camera begins and ends with the call.
      void fleet().recheckMedia();
      if (!broker.isUp()) return;
      const notice: Notice = {
        type: 'callChanged',
        callId: row.id,
        serialNumber: row.serialNumber,
        state: row.state,
        answeredBy:
          answered && row.operatorId !== null
            ? { userId: row.operatorId, names: bothNamesOf(row.operatorName ?? '') }
            : null,
      };
      const sending = fleet()
        .fleetCache.usersOf(row.serialNumber)
        .map((userId) => broker.publish(noticesTopic(userId), notice));
      void Promise.allSettled(sending).then((results) => {
        const one = results.find(({ status }) => status === 'rejected');
        if (one?.status === 'rejected')
          failed(row.serialNumber, 'a notice about a call was not sent')(one.reason as unknown);
      });
    },
    act({ serialNumber, id: callId }, { actId, say = '', show, image }) {
      const robot = fleet().fleetCache.robot(serialNumber);
      if (!robot) return;
      void fleet()
        .toRobot.privately(robot, { type: 'callAct', callId, actId, say, show: show ?? null, image: image ?? null })
        .catch(failed(serialNumber, 'a robot could not be told what to say in a call'));
    },
  };
}

/** Whether the robot takes calls at all. */
export const isCallable = (fleet: Pick<Fleet, 'fleetCache'>, serialNumber: string): boolean => {
  const { actions } = fleet.fleetCache.abilitiesOf(serialNumber);
  return actions.includes('calls') && actions.includes('privateCommands');
};
