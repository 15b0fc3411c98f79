/** Invitations to robots: what an invitation does at one robot, and who is told of it. */
import { randomUUID } from 'node:crypto';
import type { InviteOutcome, InviteResult } from '../../contract/entities/friend.ts';
import { APP_ID } from '../../contract/entities/integratorApp.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import type { Account } from '../db/repositories/accounts.ts';
import { record } from '../db/repositories/audit.ts';
import { addRelation, friendOf, type MemberRow, stateOf } from '../db/repositories/robotMembers.ts';
import type { SendNotice } from '../fleet/sendNotice.ts';
import type { RequestContext } from '../requestContext.ts';
import { accountNamed } from './friendRateLimit.ts';

interface InvitationNeeds extends Pick<AppDeps, 'settings' | 'fleet'> {
  sendNotice: SendNotice;
  /** Authorises a person who had asked, without notifying anybody. */
  authorise: (context: RequestContext, friend: MemberRow) => Promise<void>;
  /** Notifies the users concerned and the administrators of the robots. */
  tell: (context: RequestContext, serialNumbers: readonly string[], userIds: readonly string[]) => Promise<void>;
}

export interface Invitations {
  /** @param hold locks the robot and checks the caller's right to it. @throws accountUnknown; what `hold` throws */
  invite(
    context: RequestContext,
    account: string,
    serialNumbers: readonly string[],
    hold: (serialNumber: string) => Promise<unknown>,
  ): Promise<InviteResult[]>;
}

export function createInvitations({ settings, fleet, sendNotice, authorise, tell }: InvitationNeeds): Invitations {
  /** The robot is locked. */
  const inviteTo = async (
    context: RequestContext,
    serialNumber: string,
    invited: Account,
    appId: string | null,
  ): Promise<InviteOutcome> => {
    const { db, userId } = context;
    const known = await friendOf(db, invited.id, serialNumber);
    if (known) {
      const state = stateOf(known.relation);
      if (state === 'asked') await authorise(context, known);
      return state === 'asked' ? 'authorised' : state === 'invited' ? 'alreadyInvited' : 'alreadyMember';
    }
    // Apps cannot accept invitations.
    const isAuth = appId !== null;
    await addRelation(db, { id: randomUUID(), userId: invited.id, serialNumber, isAuth, invitedBy: userId });
    await record(db, {
      userId,
      act: isAuth ? 'friend.addApp' : 'friend.invite',
      subject: serialNumber,
      after: { userId: invited.id, ...(isAuth ? { appId } : {}) },
    });
    return isAuth ? 'authorised' : 'invited';
  };

  const announce = async (context: RequestContext, userId: string, results: readonly InviteResult[]): Promise<void> => {
    const robotsWith = (...outcomes: InviteOutcome[]): string[] =>
      results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ serialNumber }) => serialNumber);
    const changed = robotsWith('invited', 'authorised');
    if (changed.length > 0) await tell(context, changed, [userId]);
    const [serialNumber, ...more] = robotsWith('invited');
    if (serialNumber === undefined) return;
    const robot = nameIn(fleet.fleetCache.robot(serialNumber)?.name ?? '', context.language) || serialNumber;
    const by = nameIn(context.nickname, context.language);
    context.afterCommit(() =>
      sendNotice([userId], { type: 'robotInvited', serialNumber, robot, by, count: more.length + 1 }),
    );
  };

  return {
    async invite(context, account, serialNumbers, hold) {
      const results: InviteResult[] = [];
      const held: string[] = [];
      // In one order, so that two invitations to the same robots cannot wait for each other.
      for (const serialNumber of [...new Set(serialNumbers)].sort()) {
        try {
          await hold(serialNumber);
          held.push(serialNumber);
        } catch (error) {
          // The right was lost after the API handler's access check. Nothing has changed yet.
          if (serialNumbers.length === 1 || !(error instanceof ApiError)) throw error;
          results.push({ serialNumber, outcome: 'notAllowed' });
        }
      }
      const invited = await accountNamed(context.db, account, settings.demo);
      if (!invited) throw new ApiError('accountUnknown', { field: 'account' });
      const appId = APP_ID.test(account) ? account : null;
      for (const serialNumber of held)
        results.push({ serialNumber, outcome: await inviteTo(context, serialNumber, invited, appId) });
      await announce(context, invited.id, results);
      return results;
    },
  };
}
