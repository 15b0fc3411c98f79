/** Whom a case will be told next, with their hours: only for those who may see the site's contacts. */
import type { ToldNext } from '../../contract/entities/alarmCase.ts';
import { contactsToTell } from '../../contract/rules/alarmContacts.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { areContactsTold } from '../../contract/rules/robotSettings.ts';
import { zonedWeekHour } from '../../contract/rules/zonedTime.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { contactsOfSite, ruleAtSite } from '../db/repositories/alarmContacts.ts';
import type { AlarmCaseRow } from '../db/repositories/alarmCases.ts';
import { relationBetween } from '../db/repositories/robots.ts';
import { settingsOf } from '../db/repositories/robotSettings.ts';
import type { RequestContext } from '../requestContext.ts';

/** @returns null if nobody will be told, and for callers who may not see contacts */
export async function toldNext(row: AlarmCaseRow, context: RequestContext): Promise<ToldNext | null> {
  const { db, userId, roles, language } = context;
  const { serialNumber, event, levelTwoAt } = row;
  if (levelTwoAt === null) return null;
  if (!hasRight(roles, relationOf(await relationBetween(db, userId, serialNumber)), 'administer')) return null;
  const found = await ruleAtSite(db, serialNumber, event);
  if (!found || !areContactsTold(await settingsOf(db, serialNumber))) return null;
  const at = levelTwoAt.getTime();
  const { rule, siteId, timeZone } = found;
  const told = contactsToTell(rule, await contactsOfSite(db, siteId), 2, zonedWeekHour(timeZone, at));
  if (told.length === 0) return null;
  return {
    at,
    timeZone,
    contacts: told.map(({ id, name, roleIds, hours, quietDays }) => ({
      id,
      name: nameIn(name, language),
      roleIds,
      hours,
      quietDays,
    })),
  };
}
