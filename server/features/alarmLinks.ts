/**
 * One-time links to alarm cases: with them a contact without an account sees a case, takes it and hands it back. A code
 * has 192 random bits and is stored as a hash; the limits bound only what guesses and repeated requests cost.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Handlers } from '../../contract/endpoint.ts';
import type { alarmLinks as catalogue } from '../../contract/endpoints/alarmLinks.ts';
import type { LinkedCase } from '../../contract/entities/alarmLink.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { canTake, type CaseAct, type CaseActor } from '../../contract/rules/alarmCase.ts';
import {
  ALARM_LINK_TTL_MS,
  LINK_LIMITS_WINDOW_MS,
  REQUESTS_PER_LINK,
  WRONG_LINKS_PER_ADDRESS,
} from '../../contract/rules/alarmNotification.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { hashOf, newSecret } from '../broker/credentials.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { internationalForm } from '../../contract/rules/phonePlans.ts';
import { caseById, type AlarmCaseRow } from '../db/repositories/alarmCases.ts';
import { addAlarmLink, alarmLinkByCode, type FoundLink } from '../db/repositories/alarmLinks.ts';
import { guarded } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { networkOf } from '../security/addressNetwork.ts';
import { type CaseActNeeds, carryOutOnCase } from './alarmCaseActs.ts';
import { toLife } from './alarmLife.ts';
import { createRateLimiter } from './rateLimiter.ts';

/** @returns the link's path, with a code that exists nowhere else */
export async function makeAlarmLink(
  db: Db,
  { caseId, contactId, at }: { caseId: string; contactId: string; at: number },
): Promise<{ path: string; code: string }> {
  const code = newSecret();
  await addAlarmLink(db, {
    codeHash: hashOf(code),
    caseId,
    contactId,
    expiresAt: new Date(at + ALARM_LINK_TTL_MS),
  });
  return { path: `/alarm-link?code=${code}`, code };
}

type Needs = Pick<AppDeps, 'sharedDb' | 'fleet'> & CaseActNeeds;
type Code = { code: string };

export function createAlarmLinkHandlers({
  sharedDb,
  fleet,
  now,
  alarmRules,
  notifyAlarm,
}: Needs): Handlers<typeof catalogue, RequestContext> {
  const shared = { db: sharedDb, windowMs: LINK_LIMITS_WINDOW_MS };
  const addresses = createRateLimiter({ ...shared, prefix: 'alarmLinkAddress', points: WRONG_LINKS_PER_ADDRESS });
  const links = createRateLimiter({ ...shared, prefix: 'alarmLink', points: REQUESTS_PER_LINK });

  /** Counted before the transaction, so that refused requests count. @throws tooManyTries, linkOver */
  const admit = async ({ code }: Code, { db, address }: { db: Db; address: string }): Promise<FoundLink> => {
    const codeHash = hashOf(code);
    try {
      // Looked up first, because its 192 random bits cannot be guessed: only wrong links count for the address, and
      // somebody who tries them does not lock out the others behind the same address.
      const found = await alarmLinkByCode(db, codeHash, new Date(now()));
      if (!found) {
        await addresses.consume(networkOf(address));
        throw new ApiError('linkOver', { field: 'code' });
      }
      await links.consume(codeHash);
      return found;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new ApiError('tooManyTries', { words: { seconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) } });
    }
  };

  const act = (asked: CaseAct) =>
    guarded(admit, async ({ code }: Code, context): Promise<LinkedCase> => {
      // Again in the transaction: the contact may have been deleted meanwhile.
      const link = await alarmLinkByCode(context.db, hashOf(code), new Date(now()));
      if (!link) throw new ApiError('linkOver', { field: 'code' });
      const { contact, caseId } = link;
      const row = await carryOutOnCase({ now, alarmRules, notifyAlarm }, context, {
        caseId,
        act: asked,
        actor: { kind: 'contact', id: contact.id },
        name: contact.name,
      });
      return dto(row, link, context.language);
    });

  const dto = (
    row: AlarmCaseRow,
    { contact, expiresAt, timeZone, sitePhone }: FoundLink,
    language: Language,
  ): LinkedCase => {
    const robot = fleet.fleetCache.robot(row.serialNumber);
    const life = toLife(row);
    const actor: CaseActor = { kind: 'contact', id: contact.id };
    return {
      time: now(),
      contactName: nameIn(contact.name, language),
      expiresAt: expiresAt.getTime(),
      caseId: row.id,
      number: row.number,
      robotName: (robot && nameIn(robot.name, language)) || row.serialNumber,
      event: row.event,
      severity: row.severity,
      state: row.state,
      raisedAt: life.raisedAt,
      count: row.count,
      overAt: row.overAt?.getTime() ?? null,
      ownerName: row.ownerName ? nameIn(row.ownerName, language) : '',
      takenAt: life.takenAt,
      isMine: row.state === 'taken' && row.ownerKind === 'contact' && row.ownerId === contact.id,
      canTake: canTake(life, actor),
      levelTwoAt: life.levelTwoAt,
      levelTwoToldAt: life.levelTwoToldAt,
      resolvedAt: life.resolvedAt,
      cause: life.cause,
      timeZone,
      sitePhone: internationalForm(sitePhone),
    };
  };

  return {
    async open(input, context) {
      const link = await admit(input, context);
      const row = await caseById(context.db, link.caseId);
      if (!row) throw new ApiError('linkOver', { field: 'code' });
      return dto(row, link, context.language);
    },
    take: act({ type: 'take' }),
    release: act({ type: 'release' }),
  };
}
