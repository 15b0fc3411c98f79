/**
 * Sends robots their settings and the decisions about what they learned, and stores what they report about both (design
 * 18). Settings are sent when they are saved, at every reconnect, and every SETTINGS_RETRY_MS until the robot reports
 * their version: messages to robots are not stored by the broker.
 */
import type { EventMessage } from '../../contract/wire/actions.ts';
import {
  announcedSettings,
  APPLY_SETTINGS,
  mergeReport,
  readSettingValues,
  isSettingName,
  SETTINGS_RETRY_MS,
  valuesToSend,
  type RefusedSettings,
} from '../../contract/rules/robotSettings.ts';
import type { VdaAction } from '../../contract/wire/vda5050.ts';
import { newSecret } from '../broker/credentials.ts';
import type { CoreDeps } from '../coreDeps.ts';
import {
  changeSettings,
  lockedSettings,
  markForgotten,
  putLearned,
  settingsOf,
  unansweredSettings,
  unconfirmedLearning,
  type SettingsRow,
} from '../db/repositories/robotSettings.ts';
import type { FleetCache, RobotRow } from './fleetCache.ts';
import type { LiveStateStore } from './liveStateStore.ts';
import type { ToRobot } from './messages.ts';

type SettingsEvent = Extract<EventMessage['event'], { type: 'settings' | 'learned' | 'forgotten' }>;

export interface RobotSettings {
  /** Sends the settings now, if the robot is connected. Never rejects. */
  send(serialNumber: string): Promise<void>;
  /** The robot is connected again. */
  handleReconnect(robot: RobotRow): Promise<void>;
  /** Runs on every server; repeating it changes nothing. */
  heard(robot: RobotRow, event: SettingsEvent, at: number): Promise<void>;
  /** Repeats what has no answer; only the leader calls it. */
  tick(): Promise<void>;
}

type Needs = Pick<CoreDeps, 'db' | 'log' | 'now'> & {
  fleetCache: FleetCache;
  liveStates: LiveStateStore;
  toRobot: ToRobot;
};

export const isSettingsEvent = (event: EventMessage['event']): event is SettingsEvent =>
  event.type === 'settings' || event.type === 'learned' || event.type === 'forgotten';

export function createRobotSettings({ db, log, now, fleetCache, liveStates, toRobot }: Needs): RobotSettings {
  let nextTickAt = 0;
  const isOnline = (serialNumber: string): boolean => liveStates.get(serialNumber).live.connection === 'online';

  const sendRow = async (robot: RobotRow, row: SettingsRow): Promise<void> => {
    const announced = announcedSettings(robot.factsheet);
    if (announced.length === 0 || row.version === 0) return;
    const action: VdaAction = {
      actionType: APPLY_SETTINGS,
      // A new id for every attempt: a robot handles an id only once, and its answer may have been lost.
      actionId: `settings-${row.version}-${newSecret(6)}`,
      blockingType: 'NONE',
      actionParameters: [
        { key: 'version', value: row.version },
        { key: 'values', value: valuesToSend(row.wanted, announced) },
      ],
    };
    await toRobot.act(robot, [action]);
    await changeSettings(db, robot.serialNumber, { sentAt: new Date(now()) });
  };
  const quietly = async (serialNumber: string, work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) =>
      log.warn({ err: error, serialNumber }, 'the settings could not be sent to a robot'),
    );
  };

  const report = async (
    { serialNumber }: RobotRow,
    { version, values, refused }: Extract<SettingsEvent, { type: 'settings' }>,
    at: number,
  ): Promise<void> => {
    await db.transaction(async (transaction) => {
      const row = await lockedSettings(transaction, serialNumber);
      // A version that was never saved cannot answer for a later one.
      const reportedVersion = Math.min(version, row.version);
      // A message that was delayed does not undo a newer report. Later, an older version is that of a robot which was restored
      // or replaced: the settings are sent again.
      const isDelayed = row.reportedAt !== null && at - row.reportedAt.getTime() < SETTINGS_RETRY_MS;
      if (reportedVersion < row.reportedVersion && version !== 0 && isDelayed) return;
      const refusals: RefusedSettings = {};
      for (const { name, reason } of refused) {
        if (!isSettingName(name)) continue;
        const known = row.refused[name];
        const isKnown = known?.reason === reason && known.version === reportedVersion;
        refusals[name] = isKnown ? known : { reason, version: reportedVersion, at };
      }
      await changeSettings(transaction, serialNumber, {
        reported: mergeReport(row.reported, readSettingValues(values), at),
        refused: refusals,
        reportedVersion,
        reportedAt: new Date(at),
      });
    });
  };

  const sendLearning = async (): Promise<void> => {
    const actions = new Map<string, VdaAction[]>();
    for (const { serialNumber, learningId, decision } of await unconfirmedLearning(db, new Date(now()))) {
      const list = actions.get(serialNumber) ?? [];
      const actionType = decision === 'keep' ? 'keepLearning' : 'forgetLearning';
      if (!isOnline(serialNumber) || !fleetCache.abilitiesOf(serialNumber).actions.includes(actionType)) continue;
      list.push({
        actionType,
        actionId: `learning-${newSecret(6)}`,
        blockingType: 'NONE',
        actionParameters: [{ key: 'learningId', value: learningId }],
      });
      // The protocol limit of our robots' factsheet.
      actions.set(serialNumber, list.slice(0, 20));
    }
    for (const [serialNumber, list] of actions) {
      const robot = fleetCache.robot(serialNumber);
      if (robot) await quietly(serialNumber, toRobot.act(robot, list));
    }
  };

  const send = async (serialNumber: string): Promise<void> => {
    const robot = fleetCache.robot(serialNumber);
    if (!robot || !isOnline(serialNumber)) return;
    await quietly(
      serialNumber,
      settingsOf(db, serialNumber).then((row) => sendRow(robot, row)),
    );
  };

  return {
    send,
    async handleReconnect(robot) {
      const { serialNumber } = robot;
      await quietly(
        serialNumber,
        settingsOf(db, serialNumber).then((row) =>
          row.version > row.reportedVersion ? sendRow(robot, row) : undefined,
        ),
      );
    },
    async heard(robot, event, at) {
      if (event.type === 'settings') return report(robot, event, at);
      if (event.type === 'forgotten') return markForgotten(db, robot.serialNumber, event.learningId, new Date(at));
      await putLearned(db, robot.serialNumber, event, new Date(at));
    },
    async tick() {
      if (now() < nextTickAt) return;
      nextTickAt = now() + 5_000;
      for (const row of await unansweredSettings(db, new Date(now() - SETTINGS_RETRY_MS))) {
        const robot = fleetCache.robot(row.serialNumber);
        if (robot && isOnline(row.serialNumber)) await quietly(row.serialNumber, sendRow(robot, row));
      }
      await sendLearning();
    },
  };
}
