/**
 * The active faults of the demo and their ends. Faults of robots are told to the simulator, those of the broker to the
 * broker, and those of servers are asked for by what acts them out (injectedFaults.ts). Where several servers share a
 * database, the faults are stored there, and each server acts out what it finds: a fault holds on all of them.
 */
import { BROKER_FAULTS, type ActiveFault, type RobotFault } from '../../contract/endpoints/faults.ts';
import type { SimulatorCommand } from '../../contract/wire/simulator.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { changeStoredFaults, storedFaults, type StoredFault } from '../db/repositories/demoFaults.ts';
import { isSessionOpen } from '../db/repositories/sessions.ts';
import type { InjectedFaults } from '../injectedFaults.ts';
import type { RequestContext } from '../requestContext.ts';

/** How often it is checked whether the authors of faults without an end are still signed in. */
const AUTHORS_EVERY_MS = 2_000;
/** How often the faults that other servers have begun or ended are read. */
const OTHERS_EVERY_MS = 1_000;
/** A broker fault starts after the reply, so that the reply still reaches the caller. */
const AFTER_REPLY_MS = 50;

export interface NewFault {
  fault: ActiveFault['fault'];
  serialNumber: string | null;
  delayMs?: number;
  /** 0: until its author signs out. */
  forMs: number;
}

type Caller = Pick<RequestContext, 'userId' | 'nickname' | 'sessionId' | 'db' | 'afterCommit'>;

export interface ActiveFaults extends InjectedFaults {
  /** Oldest first. */
  all(db: Db): Promise<readonly StoredFault[]>;
  isAnyOn(): boolean;
  /** @throws faultUnknown for a fault of a robot if the simulator does not run */
  begin(fault: NewFault, caller: Caller): Promise<void>;
  /** All of them end, also if it throws. @throws like begin */
  end(faults: readonly FaultKey[], caller: Caller): Promise<void>;
  /** Tells the simulator every fault of a robot that is on: it has been started, and its robots have none. */
  tellRobots(): void;
  /** Stored faults go on on the other servers. */
  close(): Promise<void>;
}

type FaultKey = Pick<StoredFault, 'fault' | 'serialNumber'>;
/** `isTold`: the simulator of this server has it; with several servers, only one of them has the simulator. */
type Active = StoredFault & { timer: NodeJS.Timeout | undefined; isTold: boolean };

const isBrokerFault = (fault: ActiveFault['fault']): boolean => BROKER_FAULTS.some((one) => one === fault);
const faultId = ({ fault, serialNumber }: FaultKey): string =>
  serialNumber === null ? fault : `${serialNumber}.${fault}`;

/** @param order sends a message to the simulator; throws when it is not running here */
export function createActiveFaults(
  { broker, db, log, now, settings }: Pick<AppDeps, 'broker' | 'db' | 'log' | 'now' | 'settings'>,
  order: (message: SimulatorCommand) => void,
): ActiveFaults {
  const active = new Map<string, Active>();
  let watching: NodeJS.Timeout | undefined;
  // With the embedded broker this is the only server; without the demo there are no faults.
  const isShared = settings.demo && settings.mqtt !== undefined;

  const applyBroker = (): void =>
    broker.setFaults?.({ down: active.has('brokerDown'), delay: active.get('brokerDelay')?.delayMs ?? 0 });
  const applyBrokerLater = (): void => void setTimeout(applyBroker, AFTER_REPLY_MS).unref();
  const tellRobot = ({ fault, serialNumber }: FaultKey, on: boolean): void => {
    if (serialNumber !== null) order({ type: 'fault', serialNumber, fault: fault as RobotFault, on }); // of a robot
  };
  const forget = (fault: FaultKey): void => {
    const id = faultId(fault);
    clearTimeout(active.get(id)?.timer);
    active.delete(id);
  };
  const warn = (id: string) => (error: unknown) =>
    log.warn({ err: error, id }, 'a fault of the demo could not be ended');
  const tellOff = (fault: FaultKey): void => {
    try {
      tellRobot(fault, false);
    } catch (error) {
      // With several servers, another one has the simulator.
      if (!isShared) warn(faultId(fault))(error);
    }
  };
  const endHere = (fault: StoredFault): void => {
    forget(fault);
    if (isBrokerFault(fault.fault)) applyBroker();
    tellOff(fault);
  };
  /** Delayed: no caller waits for an error. The same fault can have begun again meanwhile, and then goes on. */
  const endQuietly = (fault: StoredFault): void => {
    const { id, since } = fault;
    if (active.get(id)?.since === since) endHere(fault);
    if (isShared)
      changeStoredFaults(db, (faults) => faults.filter((one) => one.id !== id || one.since !== since)).catch(warn(id));
  };
  const watchAuthors = (): void => {
    watching ??= setInterval(() => {
      const endless = [...active.values()].filter(({ until, fault }) => until === null && fault !== 'emergencyStop');
      if (endless.length === 0) {
        clearInterval(watching);
        watching = undefined;
        return;
      }
      for (const fault of endless)
        void isSessionOpen(db, fault.by.sessionId, new Date(now())).then(
          (isOpen) => (isOpen ? undefined : endQuietly(fault)),
          // The database is away: asked again next time.
          () => undefined,
        );
    }, AUTHORS_EVERY_MS).unref();
  };
  const keep = (fault: StoredFault, isTold: boolean, from = now()): void => {
    const { id, until } = fault;
    clearTimeout(active.get(id)?.timer);
    const timer = until === null ? undefined : setTimeout(() => endQuietly(fault), until - from).unref();
    active.set(id, { ...fault, timer, isTold });
    if (until === null) watchAuthors();
  };

  const tellOn = (fault: Active): void => {
    try {
      tellRobot(fault, true);
      fault.isTold = true;
    } catch {
      // It ended again, or another server has it. This one can take it over at any time.
      fault.isTold = false;
    }
  };

  const isCurrent = ({ until }: StoredFault): boolean => until === null || until > now();
  /** Acts out what is stored. One at a time: an older reading must not undo a newer one. */
  const adopt = async (): Promise<void> => {
    const stored = (await storedFaults(db)).filter(isCurrent);
    for (const fault of active.values()) if (!stored.some(({ id }) => id === fault.id)) endHere(fault);
    for (const fault of stored) {
      if (active.get(fault.id)?.since !== fault.since) keep(fault, false);
      const kept = active.get(fault.id);
      if (kept && !kept.isTold) tellOn(kept);
    }
  };
  let adopting = Promise.resolve();
  // The database is away: read again next time. Faults with an end still end.
  const adoptOthers = (): Promise<void> => (adopting = adopting.then(adopt).catch(() => undefined));
  let isLooking = false;
  const looking = isShared
    ? setInterval(() => {
        // A database that answers late must not be asked more and more often.
        if (isLooking) return;
        isLooking = true;
        void adoptOthers().then(() => (isLooking = false));
      }, OTHERS_EVERY_MS).unref()
    : undefined;

  return {
    all: async (on) =>
      isShared
        ? (await storedFaults(on)).filter(isCurrent)
        : [...active.values()].map(({ timer: _, isTold: __, ...fault }) => fault),
    isAnyOn: () => active.size > 0,
    has: (fault) => active.has(fault),
    async takeJobFailure() {
      if (!active.has('jobFails')) return false;
      // At once, so that the next job of this server is spared.
      forget({ fault: 'jobFails', serialNumber: null });
      if (!isShared) return true;
      let isMine = false;
      await changeStoredFaults(db, (faults) => {
        const rest = faults.filter(({ id }) => id !== 'jobFails');
        isMine = rest.length < faults.length;
        return rest;
      });
      return isMine;
    },
    async begin({ fault, serialNumber, delayMs = 0, forMs }, { userId, nickname, sessionId, db: on, afterCommit }) {
      // Only a person at the robot can release an emergency stop.
      const isEndless = forMs === 0 || fault === 'emergencyStop';
      const since = now();
      const id = faultId({ fault, serialNumber });
      const by = { userId, nickname, sessionId };
      const begun = { id, fault, serialNumber, delayMs, by, since, until: isEndless ? null : since + forMs };
      if (isShared) {
        await changeStoredFaults(on, (faults) => [...faults.filter((one) => one.id !== id), begun]);
        return afterCommit(adoptOthers);
      }
      tellRobot(begun, true);
      keep(begun, true, since);
      if (isBrokerFault(fault)) afterCommit(applyBrokerLater);
    },
    async end(faults, { db: on, afterCommit }) {
      if (isShared) {
        const ids = faults.map(faultId);
        await changeStoredFaults(on, (stored) => stored.filter(({ id }) => !ids.includes(id)));
        return afterCommit(async () => {
          const unknown = faults.filter((fault) => !active.has(faultId(fault)));
          await adoptOthers();
          // As below, unless another server has the simulator.
          for (const fault of unknown) if (!active.has(faultId(fault))) tellOff(fault);
        });
      }
      const errors: unknown[] = [];
      for (const fault of faults) {
        forget(fault);
        try {
          // Also if it is not known here: the robot can have it from before a restart of the server.
          tellRobot(fault, false);
        } catch (error) {
          errors.push(error);
        }
      }
      // Not after the commit: what is forgotten stays forgotten without one.
      if (faults.some(({ fault }) => isBrokerFault(fault))) applyBrokerLater();
      if (errors.length > 0) throw errors[0];
    },
    tellRobots() {
      for (const fault of active.values()) tellOn(fault);
    },
    async close() {
      clearInterval(looking);
      await adopting;
      clearInterval(watching);
      for (const { timer } of active.values()) clearTimeout(timer);
    },
  };
}
