/** Settings of robots, and what robots learned (design 18). What a robot reports is handled by fleet/robotSettings.ts. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { robotSettings as catalogue } from '../../contract/endpoints/robotSettings.ts';
import type {
  RobotSettingName,
  RobotSettings,
  SettingType,
  SettingValues,
} from '../../contract/entities/robotSettings.ts';
import { SETTING_TYPES } from '../../contract/entities/robotSettings.ts';
import { FORGET_UNDO_MS, learningState, teacherOf } from '../../contract/rules/learningRecords.ts';
import {
  announcedSettings,
  faultsOfSettings,
  PRIVACY_POLICY_VERSION,
  ROBOT_SETTING_NAMES,
  ROBOT_SETTINGS,
  settingState,
  STILLS_SHOWN,
  type WantedSettings,
} from '../../contract/rules/robotSettings.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { newestStills } from '../db/repositories/files.ts';
import { record } from '../db/repositories/audit.ts';
import { ownRobot } from '../db/repositories/robots.ts';
import { namesOf } from '../db/repositories/robotMembers.ts';
import {
  changeLearning,
  changeSettings,
  learningById,
  learningOf,
  lockedSettings,
  settingsOf,
  type LearningRow,
} from '../db/repositories/robotSettings.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import type { RequestContext } from '../requestContext.ts';
import { createRobotInfoHandlers, type RobotInfoNeeds } from './robotInfo.ts';

interface Save {
  serialNumber: string;
  values: SettingValues;
  version?: number | undefined;
  privacyPolicyVersion?: string;
}

const ms = (instant: Date | null): number | null => instant?.getTime() ?? null;

export function createRobotSettingsHandlers(
  deps: RobotInfoNeeds & AppDeps,
): Handlers<typeof catalogue, RequestContext> {
  const { fleet, now } = deps;

  const known = (serialNumber: string): RobotRow => {
    const robot = fleet.fleetCache.robot(serialNumber);
    if (!robot) throw new ApiError('robotUnknown', { field: 'serialNumber' });
    return robot;
  };

  const view = async (
    serialNumber: string,
    { db, userId, roles, language }: RequestContext,
    type: SettingType | null = null,
  ): Promise<RobotSettings> => {
    const robot = known(serialNumber);
    const row = await settingsOf(db, serialNumber);
    const online = fleet.live(serialNumber, language).connection === 'online';
    const announced = announcedSettings(robot.factsheet).filter(
      (name) => type === null || ROBOT_SETTINGS[name].type === type,
    );
    const own = await ownRobot(db, userId, serialNumber);
    const people = new Set(announced.flatMap((name) => row.wanted[name]?.by ?? []));
    if (row.policyBy) people.add(row.policyBy);
    const names = await namesOf(db, [...people]);
    const nameOf = (userId: string): string => nameIn(names.get(userId) ?? '', language);
    return {
      serialNumber,
      robotNickName: nameIn(robot.name, language),
      canChange: hasRight(roles, relationOf(own?.relation), 'administer'),
      version: row.version,
      online,
      sentAt: ms(row.sentAt),
      reportedVersion: row.reportedVersion,
      reportedAt: ms(row.reportedAt),
      policy: row.policyAt
        ? { version: row.policyVersion, by: row.policyBy, byName: nameOf(row.policyBy), at: row.policyAt.getTime() }
        : null,
      settings: announced.map((name) => {
        const [wanted, reported, refused] = [row.wanted[name], row.reported[name], row.refused[name]];
        return {
          name,
          wanted: wanted ? { ...wanted, byName: nameOf(wanted.by) } : null,
          reported: reported ?? null,
          refused: refused ?? null,
          state: settingState(wanted, reported, refused, { reportedVersion: row.reportedVersion, isOnline: online }),
        };
      }),
      serverTime: now(),
    };
  };

  /** @throws ApiError robotCannot, fieldInvalid, settingsChanged, privacyPolicyNeeded */
  const save = async (
    { serialNumber, values, version, privacyPolicyVersion = '' }: Save,
    types: readonly SettingType[],
    { db, userId, afterCommit }: RequestContext,
  ): Promise<{ version: number }> => {
    const announced = announcedSettings(known(serialNumber).factsheet);
    const names = ROBOT_SETTING_NAMES.filter((name) => values[name] !== undefined);
    for (const name of names) {
      if (!types.includes(ROBOT_SETTINGS[name].type)) throw new ApiError('fieldInvalid', { field: `values.${name}` });
      if (!announced.includes(name)) throw new ApiError('robotCannot', { field: `values.${name}` });
    }
    const row = await lockedSettings(db, serialNumber);
    if (version !== undefined && version !== row.version) {
      const newer = ROBOT_SETTING_NAMES.filter((name) => isNewer(row.wanted, name, version));
      throw new ApiError('settingsChanged', { field: 'version', words: { settings: newer.join(',') } });
    }
    const present = Object.fromEntries(
      announced.flatMap((name) => {
        const value = row.wanted[name]?.value ?? row.reported[name]?.value;
        return value === undefined ? [] : [[name, value]];
      }),
    ) as SettingValues; // the values of these names
    const [fault] = Object.keys(faultsOfSettings(values, present));
    if (fault) throw new ApiError('fieldInvalid', { field: `values.${fault}` });
    const refreshes = typeof values.timedRefresh === 'number' && values.timedRefresh > 0;
    const accepts = refreshes && privacyPolicyVersion === PRIVACY_POLICY_VERSION;
    if (refreshes && !accepts && row.policyVersion !== PRIVACY_POLICY_VERSION)
      throw new ApiError('privacyPolicyNeeded', { field: 'privacyPolicyVersion' });
    const next = row.version + 1;
    const wanted: WantedSettings = { ...row.wanted };
    for (const name of names) {
      const value = values[name];
      if (value !== undefined) wanted[name] = { value, version: next, by: userId, at: now() };
    }
    await changeSettings(db, serialNumber, {
      wanted,
      version: next,
      ...(accepts && { policyVersion: PRIVACY_POLICY_VERSION, policyBy: userId, policyAt: new Date(now()) }),
    });
    await record(db, {
      userId,
      act: 'robot.changeSettings',
      subject: serialNumber,
      before: Object.fromEntries(names.map((name) => [name, present[name] ?? null])),
      after: { ...values, ...(accepts && { privacyPolicyVersion }) },
    });
    afterCommit(() => fleet.robotSettings.send(serialNumber));
    return { version: next };
  };

  const held = async (db: RequestContext['db'], serialNumber: string, learningId: string): Promise<LearningRow> => {
    const row = await learningById(db, serialNumber, learningId);
    if (!row || row.forgottenAt) throw new ApiError('notFound', { field: 'learningId' });
    return row;
  };
  const stateOf = ({ byStranger, inUse, decision, forgetAt, forgottenAt }: LearningRow) =>
    learningState({ byStranger, inUse, decision, forgetAt: ms(forgetAt), forgottenAt: ms(forgottenAt) }, now());

  return {
    ...createRobotInfoHandlers(deps),
    all: ({ serialNumber }, context) => view(serialNumber, context),
    saveAll: (input, context) => save(input, SETTING_TYPES, context),
    async basic({ serialNumber }, context) {
      const robot = known(serialNumber);
      const robotConfigVO = await view(serialNumber, context, 'basic');
      const text = (name: RobotSettingName): string => {
        const row = robotConfigVO.settings.find((one) => one.name === name);
        return String(row?.wanted?.value ?? row?.reported?.value ?? '');
      };
      return {
        robotSerialNumber: serialNumber,
        robotUserId: serialNumber,
        robotModel: robot.model,
        userName: nameIn(context.nickname, context.language),
        nickname: nameIn(robot.name, context.language),
        welcomeWord: text('welcomeWord'),
        sleepWord: text('sleepWord'),
        robotConfigVO,
      };
    },
    saveBasic: (input, context) => save(input, ['basic'], context),
    speech: ({ serialNumber }, context) => view(serialNumber, context, 'speech'),
    saveSpeech: (input, context) => save(input, ['speech'], context),
    recognition: ({ serialNumber }, context) => view(serialNumber, context, 'aiRecognition'),
    saveRecognition: (input, context) => save(input, ['aiRecognition'], context),
    ofType: ({ serialNumber, settingType }, context) => view(serialNumber, context, settingType),
    saveOfType: ({ settingType, ...input }, context) => save(input, [settingType], context),

    async stills({ serialNumber }, { db }) {
      const rows = await newestStills(db, serialNumber, STILLS_SHOWN);
      return {
        serverTime: now(),
        pictures: rows.map(({ id, createdAt }) => ({ fileId: id, at: createdAt.getTime() })),
      };
    },

    async learning({ serialNumber }, { db, language }) {
      const rows = await learningOf(db, serialNumber);
      const names = await namesOf(db, [...new Set(rows.map(({ decidedBy }) => decidedBy).filter(Boolean))]);
      return {
        serverTime: now(),
        records: rows.map((row) => ({
          learningId: row.learningId,
          kind: row.kind,
          what: row.what,
          from: row.taughtBy,
          teacher: teacherOf({
            from: row.taughtBy,
            byStranger: row.byStranger,
            teacher: row.teacherKind ? { kind: row.teacherKind, name: row.teacherName } : undefined,
          }),
          byStranger: row.byStranger,
          inUse: row.inUse,
          uses: row.uses,
          learnedAt: row.learnedAt.getTime(),
          state: stateOf(row),
          decidedBy: nameIn(names.get(row.decidedBy) ?? '', language),
          decidedAt: ms(row.decidedAt),
          forgetAt: ms(row.forgetAt),
          forgottenAt: ms(row.forgottenAt),
        })),
      };
    },
    async keepLearning({ serialNumber, learningId }, { db, userId }) {
      const row = await held(db, serialNumber, learningId);
      // The robot may have deleted it already.
      if (stateOf(row) === 'deleting') throw new ApiError('learningDeleted', { field: 'learningId' });
      await changeLearning(db, row, {
        decision: 'keep',
        decidedBy: userId,
        decidedAt: new Date(now()),
        forgetAt: null,
      });
      await record(db, { userId, act: 'robot.keepLearning', subject: serialNumber, after: { learningId } });
      return null;
    },
    async forgetLearning({ serialNumber, learningId }, { db, userId }) {
      const row = await held(db, serialNumber, learningId);
      const known = row.decision === 'forget' ? row.forgetAt : null;
      const forgetAt = known ?? new Date(now() + FORGET_UNDO_MS);
      if (!known) {
        await changeLearning(db, row, { decision: 'forget', decidedBy: userId, decidedAt: new Date(now()), forgetAt });
        await record(db, { userId, act: 'robot.forgetLearning', subject: serialNumber, after: { learningId } });
      }
      return { forgetAt: forgetAt.getTime() };
    },
  };
}

const isNewer = (wanted: WantedSettings, name: RobotSettingName, version: number): boolean =>
  (wanted[name]?.version ?? 0) > version;
