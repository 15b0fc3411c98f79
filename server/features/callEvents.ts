/** What robots report about calls: a visitor calls, the robot rings, a visitor answers, declines or hangs up. */
import { randomUUID } from 'node:crypto';
import { CALL_LOOK_MS, CALLS_OF_VISITORS_MAX, type CallEvent as RuleEvent } from '../../contract/rules/call.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { nameOfPlace } from '../db/repositories/alarmCases.ts';
import {
  addCall,
  addCallLine,
  changeCall,
  lockCall,
  openCallOf,
  operatorsOf,
  visitorCallsSince,
  type CallRow,
} from '../db/repositories/calls.ts';
import type { CallEvent, CallEvents } from '../fleet/callEvents.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import { mediaTransport } from './agora.ts';
import { CALL_OPERATORS, isCallable, moveCall, type CallTeller } from './callLife.ts';

interface Needs extends Pick<CoreDeps, 'db' | 'log' | 'now' | 'settings'> {
  fleet: () => Fleet;
  teller: CallTeller;
}

const DAY_MS = 86_400_000;
/** A place farther away than this does not name where the robot is, metres. */
const PLACE_WITHIN_M = 6;

/** What is known about the robot when a call begins. */
export async function robotFacts(
  db: Db,
  fleet: Fleet,
  serialNumber: string,
): Promise<Pick<CallRow, 'robotName' | 'placeName'>> {
  const { pose } = fleet.live(serialNumber, 'zhCN');
  return {
    robotName: fleet.fleetCache.robot(serialNumber)?.name ?? serialNumber,
    placeName: pose ? await nameOfPlace(db, pose, PLACE_WITHIN_M) : '',
  };
}

const RULE_EVENTS: Readonly<Partial<Record<CallEvent['what'], RuleEvent>>> = {
  answered: { type: 'answer', side: 'visitor' },
  declined: { type: 'decline' },
  busy: { type: 'busy' },
  hungUp: { type: 'hangUp', side: 'visitor' },
};

export function createCallEvents({ db: ownDb, log, now, settings, fleet, teller }: Needs): CallEvents {
  const pressed = async (db: Db, { serialNumber }: RobotRow): Promise<(() => void) | undefined> => {
    const at = new Date(now());
    const open = await openCallOf(db, serialNumber);
    // The robot has not heard of its call yet: it is told again.
    if (open) return () => teller.tellRobot(serialNumber, open);
    const none = (): void => teller.tellRobot(serialNumber, undefined);
    if (!isCallable(fleet(), serialNumber)) return undefined;
    if ((await visitorCallsSince(db, serialNumber, new Date(at.getTime() - DAY_MS))) >= CALLS_OF_VISITORS_MAX)
      return none;
    const operators = await operatorsOf(db, [serialNumber], CALL_OPERATORS);
    if (!operators.has(serialNumber)) return none;
    const row = await addCall(db, {
      id: randomUUID(),
      serialNumber,
      ...(await robotFacts(db, fleet(), serialNumber)),
      origin: 'visitor',
      tool: mediaTransport(settings, fleet().fleetCache.abilitiesOf(serialNumber)),
      state: 'ringing',
      declined: [],
      createdAt: at,
      rangAt: at,
      dueAt: new Date(at.getTime() + CALL_LOOK_MS),
    });
    if (!row) return none;
    await addCallLine(db, { callId: row.id, at, kind: 'pressed', side: 'visitor' });
    return () => teller.changed(row);
  };

  return {
    async heard(db, robot, { callId, what }) {
      if (what === 'pressed') return pressed(db, robot);
      const row = await lockCall(db, callId);
      if (row?.serialNumber !== robot.serialNumber || row.state === 'ended')
        return () => teller.tellRobot(robot.serialNumber, undefined);
      if (what === 'rang') {
        if (row.origin !== 'operator' || row.rangAt) return undefined;
        const at = new Date(now());
        const rang = await changeCall(db, row.id, { rangAt: at });
        await addCallLine(db, { callId: row.id, at, kind: 'rang', side: 'system' });
        return () => teller.changed(rang);
      }
      const event = RULE_EVENTS[what];
      // A visitor who leaves while a visitor's call rings withdraws it; only the called side can decline.
      if (!event || (what === 'declined' && row.origin === 'visitor')) return undefined;
      // Picture and sound begin with the call: until they are there, nothing is lost.
      const moved = await moveCall(db, row, event, now(), what === 'answered' ? { hasMedia: true } : {});
      return moved ? () => teller.changed(moved) : undefined;
    },

    async heardScreen({ serialNumber }, { type: _type, callId, ...screen }) {
      try {
        const row = await ownDb.transaction(async (db) => {
          const found = await lockCall(db, callId);
          if (found?.serialNumber !== serialNumber || found.state === 'ended') return undefined;
          const { screen: before } = found;
          const isSame =
            before?.shows === screen.shows &&
            before.picture === screen.picture &&
            (before.imageId ?? '') === screen.imageId &&
            before.saying === screen.saying;
          const isNews = !isSame || before.actId !== screen.actId;
          if (!isNews && before.frames === screen.frames) return undefined;
          const changed = await changeCall(db, callId, { screen: { ...screen, since: isSame ? before.since : now() } });
          // The count of frames grows every two seconds: telling it would make every console of the robot read its calls.
          return isNews ? changed : undefined;
        });
        if (row) teller.changed(row);
      } catch (error) {
        log.warn({ err: error, serialNumber }, 'what a robot shows in a call could not be stored');
      }
    },

    handleReconnect({ serialNumber }) {
      void openCallOf(ownDb, serialNumber).then(
        (row) => teller.tellRobot(serialNumber, row),
        (error: unknown) => log.warn({ err: error, serialNumber }, 'the call of a robot could not be read'),
      );
    },
  };
}
