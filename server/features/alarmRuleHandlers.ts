/** The alarm rules of a robot, as its administrators edit and try them. */
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Handlers } from '../../contract/endpoint.ts';
import type { alarmRules as catalogue } from '../../contract/endpoints/alarmRules.ts';
import { alarmRuleIdOf } from '../../contract/entities/alarmContact.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { faultOfRule, TRY_EVERY_MS, usualRule, type AlarmRule } from '../../contract/rules/alarmContacts.ts';
import { ALARM_EVENTS, type AlarmEvent } from '../../contract/rules/alarms.ts';
import { ROBOTS_AT_ONCE } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import {
  contactsOfSite,
  lockContacts,
  putRules,
  raiseRevision,
  revisionOfRules,
  rolesOfSite,
  rulesOfRobot,
  type AlarmRuleRow,
} from '../db/repositories/alarmContacts.ts';
import { record } from '../db/repositories/audit.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { guarded } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { createAlarmContactHandlers } from './alarmContacts.ts';
import { createAlarmTry } from './alarmTry.ts';
import { alarmEventText } from './messageTexts.ts';
import { createRateLimiter } from './rateLimiter.ts';
import { siteOf } from './siteOfRobot.ts';

type Needs = Pick<AppDeps, 'fleet' | 'now' | 'sharedDb'> & { gateway: Gateway };

export function createAlarmRuleHandlers({
  fleet,
  now,
  sharedDb,
  gateway,
}: Needs): Handlers<typeof catalogue, RequestContext> {
  const tries = createRateLimiter({ db: sharedDb, prefix: 'alarmTry', points: 1, windowMs: TRY_EVERY_MS });

  const trial = createAlarmTry({ gateway, now, robotOf: (serialNumber) => fleet.fleetCache.robot(serialNumber) });

  const rulesWithDefaults = (rows: readonly AlarmRuleRow[]): AlarmRule[] =>
    ALARM_EVENTS.map((event) => {
      const row = rows.find((one) => one.event === event);
      if (!row) return usualRule(event);
      const { isOn, threshold, ways, firstRoles, secondRoles } = row;
      return { event, isOn, threshold, ways, firstRoles, secondRoles };
    });

  /** @throws ruleReachesNobody, fieldInvalid for a role of another site */
  const checkRules = async (db: Db, siteId: string, rules: readonly AlarmRule[], language: Language): Promise<void> => {
    const roles = new Set((await rolesOfSite(db, siteId)).map(({ id }) => id));
    const people = await contactsOfSite(db, siteId);
    for (const rule of rules) {
      if ([...rule.firstRoles, ...rule.secondRoles].some((id) => !roles.has(id)))
        throw new ApiError('fieldInvalid', { field: 'firstRoles' });
      const fault = faultOfRule(rule, people);
      if (fault === 'threshold') throw new ApiError('fieldInvalid', { field: 'threshold' });
      if (fault) throw new ApiError('ruleReachesNobody', { words: { event: alarmEventText(rule.event, language) } });
    }
  };

  const changeRules = async (
    { db, userId, language }: RequestContext,
    serialNumber: string,
    rules: readonly AlarmRule[],
  ): Promise<number> => {
    const { siteId } = await siteOf(db, serialNumber);
    await lockContacts(db, siteId);
    await checkRules(db, siteId, rules, language);
    const before = rulesWithDefaults(await rulesOfRobot(db, serialNumber));
    const changed = rules.filter(
      (rule) => JSON.stringify(rule) !== JSON.stringify(before.find(({ event }) => event === rule.event)),
    );
    if (changed.length === 0) return revisionOfRules(db, serialNumber);
    await putRules(db, serialNumber, changed);
    await record(db, {
      userId,
      act: 'alarm.saveRules',
      subject: serialNumber,
      before: Object.fromEntries(before.filter(({ event }) => changed.some((one) => one.event === event)).map(flat)),
      after: Object.fromEntries(changed.map(flat)),
    });
    return raiseRevision(db, serialNumber);
  };

  return {
    ...createAlarmContactHandlers((userId) => fleet.fleetCache.robotsOf(userId), now),
    async settings({ serialNumber }, { db }) {
      return rulesWithDefaults(await rulesOfRobot(db, serialNumber)).map(({ event, isOn, threshold }) => ({
        id: alarmRuleIdOf(serialNumber, event),
        serialNumber,
        event,
        isOn,
        settingValue: threshold,
      }));
    },

    async saveSetting({ serialNumber, id, event, isOn, settingValue }, context) {
      const isMeant = (one: AlarmEvent): boolean =>
        (id === undefined || id === alarmRuleIdOf(serialNumber, one)) && (event === undefined || event === one);
      const meant = rulesWithDefaults(await rulesOfRobot(context.db, serialNumber)).filter((rule) =>
        isMeant(rule.event),
      );
      if (meant.length !== 1) throw new ApiError('fieldInvalid', { field: id === undefined ? 'event' : 'id' });
      await changeRules(
        context,
        serialNumber,
        meant.map((rule) => ({
          ...rule,
          ...(isOn !== undefined && { isOn }),
          threshold: settingValue,
        })),
      );
      return null;
    },

    async config({ serialNumber }, { db }) {
      return rulesWithDefaults(await rulesOfRobot(db, serialNumber)).map((rule) => ({
        id: alarmRuleIdOf(serialNumber, rule.event),
        serialNumber,
        alarmEvent: rule.event,
        alarmWays: [...rule.ways],
        firstProcessingRoles: [...rule.firstRoles],
        secondaryProcessingRoles: [...rule.secondRoles],
      }));
    },

    async saveConfig({ serialNumber, alarmEvent, alarmWays, firstProcessingRoles, secondaryProcessingRoles }, context) {
      const rules = rulesWithDefaults(await rulesOfRobot(context.db, serialNumber));
      await changeRules(
        context,
        serialNumber,
        rules
          .filter((rule) => rule.event === alarmEvent)
          .map((rule) => ({
            ...rule,
            ways: alarmWays,
            firstRoles: firstProcessingRoles,
            secondRoles: secondaryProcessingRoles,
          })),
      );
      return null;
    },

    async rules({ serialNumber }, { db }) {
      return {
        revision: await revisionOfRules(db, serialNumber),
        notifies: await trial.notifies(db, serialNumber),
        rules: rulesWithDefaults(await rulesOfRobot(db, serialNumber)).map(mutable),
      };
    },

    async saveRules({ serialNumber, revision, rules }, context) {
      const { siteId } = await siteOf(context.db, serialNumber);
      await lockContacts(context.db, siteId);
      if ((await revisionOfRules(context.db, serialNumber)) !== revision)
        throw new ApiError('recordChanged', { field: 'revision' });
      return { revision: await changeRules(context, serialNumber, rules) };
    },

    async copyRules({ serialNumber, serialNumberStr, revisions }, context) {
      const targets = [...new Set(serialNumberStr.split(',').flatMap((name) => name.trim() || []))].filter(
        (name) => name !== serialNumber,
      );
      if (targets.length > ROBOTS_AT_ONCE) throw new ApiError('fieldInvalid', { field: 'serialNumberStr' });
      const { siteId } = await siteOf(context.db, serialNumber);
      await lockContacts(context.db, siteId);
      for (const one of [serialNumber, ...targets]) {
        const compared = revisions[one];
        if (compared !== undefined && compared !== (await revisionOfRules(context.db, one)))
          throw new ApiError('recordChanged', { field: 'revisions' });
      }
      const rules = rulesWithDefaults(await rulesOfRobot(context.db, serialNumber));
      for (const target of targets) {
        // Contacts belong to a site.
        if ((await siteOf(context.db, target)).siteId !== siteId)
          throw new ApiError('idsDisagree', { field: 'serialNumberStr' });
        await changeRules(context, target, rules);
      }
      return { copied: targets.length };
    },

    tryRule: guarded(
      async ({ serialNumber }: { serialNumber: string; event: AlarmRule['event'] }) => {
        await tries.consume(serialNumber).catch((spent: unknown) => {
          throw spent instanceof RateLimiterRes
            ? new ApiError('ruleTriedLately', { words: { minutes: Math.ceil(spent.msBeforeNext / 60_000) } })
            : spent;
        });
        return serialNumber;
      },
      async ({ serialNumber, event }, context) => {
        const tried = await trial.send({ serialNumber, event }, context);
        const { db, userId } = context;
        await record(db, { userId, act: 'alarm.tryRule', subject: serialNumber, after: { event } });
        return tried;
      },
      // A test that was refused told nobody, so the next one need not wait.
      async (serialNumber) => {
        await tries.delete(serialNumber);
      },
    ),

    async tried({ serialNumber, tryId }, { db }) {
      return { time: now(), messages: await trial.read(db, serialNumber, tryId) };
    },
  };
}

const mutable = (rule: AlarmRule) => ({
  ...rule,
  ways: [...rule.ways],
  firstRoles: [...rule.firstRoles],
  secondRoles: [...rule.secondRoles],
});
/** A rule as one line of the audit log. */
const flat = ({ event, isOn, threshold, ways, firstRoles, secondRoles }: AlarmRule): [string, string] => [
  event,
  [isOn ? 'on' : 'off', threshold ?? '', ways.join('+'), `${firstRoles.length}/${secondRoles.length}`]
    .filter((part) => part !== '')
    .join(' '),
];
