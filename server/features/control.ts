/** The control lease (design 6): one holder at a time, a rising lease number, and an audit trail. */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { control as catalogue } from '../../contract/endpoints/control.ts';
import type { Notice } from '../../contract/wire/feed.ts';
import { LEASE_TTL_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { personOf, userNameOf } from '../broker/credentials.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { addCommand } from '../db/repositories/commands.ts';
import { changeLease, leaseOf, lockLease, NO_HOLDER, type LeaseRow } from '../db/repositories/leases.ts';
import { toLeaseDto } from '../fleet/presenters.ts';
import type { RequestContext } from '../requestContext.ts';
import { createCommandIssuer } from './commandIssuer.ts';

export function createControlHandlers(deps: AppDeps): Handlers<typeof catalogue, RequestContext> {
  const { fleet, broker, now, log } = deps;
  const { demand } = createCommandIssuer(deps);

  const isHeld = (row: LeaseRow): boolean =>
    row.holderId !== null && row.expiresAt !== null && row.expiresAt.getTime() > now();
  const answer = (row: LeaseRow, context: RequestContext) => toLeaseDto(row, row.serialNumber, context.language, now());
  const tell = (userId: string, notice: Notice): void =>
    void broker
      .publish(noticesTopic(userId), notice)
      .catch((error: unknown) => log.warn({ error }, 'a notice was not sent'));

  /** Locks the row until the transaction ends, so that concurrent requests queue here. */
  const locked = async (context: RequestContext, serialNumber: string): Promise<LeaseRow> => {
    const row = await lockLease(context.db, serialNumber);
    if (!row) throw new ApiError('robotUnknown');
    return row;
  };

  const save = async (context: RequestContext, serialNumber: string, change: Partial<LeaseRow>): Promise<LeaseRow> => {
    const row = await changeLease(context.db, serialNumber, change);
    if (!row) throw new ApiError('robotUnknown');
    return row;
  };

  /**
   * Passes the lease to a new holder: next number, and a new teleop command in the ledger. The previous one finishes.
   */
  const pass = async (
    context: RequestContext,
    before: LeaseRow,
    to: { userId: string; name: LeaseRow['holderName']; clientId: string },
    reason: string | null,
  ): Promise<LeaseRow> => {
    // The lease must name one of the holder's own connections, because the broker compares client ids.
    const owner = personOf(userNameOf(to.userId, 'any'), to.clientId);
    if (owner?.serialNumber !== before.serialNumber) throw new ApiError('fieldInvalid', { field: 'clientId' });
    if (owner.readsUntil !== null) throw new ApiError('accessTokenReadsOnly', { field: 'clientId' });
    const at = new Date(now());
    const commandId = randomUUID();
    const command = await addCommand(context.db, {
      id: commandId,
      serialNumber: before.serialNumber,
      kind: 'drive',
      target: '',
      askedBy: to.userId,
      askedByName: to.name ?? '',
      state: 'running',
      askedAt: at,
      sentAt: at,
      acceptedAt: at,
      runningAt: at,
    });
    const row = await save(context, before.serialNumber, {
      number: before.number + 1,
      holderId: to.userId,
      holderName: to.name,
      holderClientId: to.clientId,
      since: at,
      expiresAt: new Date(at.getTime() + LEASE_TTL_MS),
      reason,
      askedById: null,
      askedByName: null,
      askedByClientId: null,
      askedAt: null,
      commandId,
      test: null,
    });
    context.afterCommit(async () => {
      if (before.commandId) await fleet.ledger.advance(before.commandId, { to: 'finished' });
      if (command) await fleet.ledger.adopt(command, async () => true);
      await fleet.leaseChanged(row);
    });
    return row;
  };

  /** @throws ApiError leaseLost when the caller no longer holds the lease */
  const own = async (
    context: RequestContext,
    { serialNumber, clientId, number }: { serialNumber: string; clientId: string; number: number },
  ): Promise<LeaseRow> => {
    const row = await locked(context, serialNumber);
    if (!isHeld(row) || row.holderId !== context.userId || row.holderClientId !== clientId || row.number !== number)
      throw new ApiError('leaseLost');
    return row;
  };

  return {
    async get({ serialNumber }, context) {
      return toLeaseDto(await leaseOf(context.db, serialNumber), serialNumber, context.language, now());
    },
    async take({ serialNumber, clientId }, context) {
      await demand('takeLease', serialNumber, context);
      const row = await locked(context, serialNumber);
      const isMine = row.holderId === context.userId;
      if (isHeld(row) && !isMine)
        throw new ApiError('leaseHeld', { words: { holder: nameIn(row.holderName ?? '', context.language) } });
      return answer(
        await pass(context, row, { userId: context.userId, name: context.nickname, clientId }, null),
        context,
      );
    },
    async renew(held, context) {
      await own(context, held);
      return answer(await save(context, held.serialNumber, { expiresAt: new Date(now() + LEASE_TTL_MS) }), context);
    },
    async release(held, context) {
      const before = await own(context, held);
      const row = await save(context, held.serialNumber, NO_HOLDER);
      context.afterCommit(async () => {
        if (before.commandId) await fleet.ledger.advance(before.commandId, { to: 'finished' });
        await fleet.leaseChanged(row);
      });
      return answer(row, context);
    },
    async ask({ serialNumber, clientId }, context) {
      const before = await locked(context, serialNumber);
      if (!isHeld(before)) throw new ApiError('leaseNotHeld');
      const row = await save(context, serialNumber, {
        askedById: context.userId,
        askedByName: context.nickname,
        askedByClientId: clientId,
        askedAt: new Date(now()),
      });
      context.afterCommit(async () => {
        if (before.holderId)
          tell(before.holderId, { type: 'leaseAsked', serialNumber, by: nameIn(context.nickname, context.language) });
        await fleet.leaseChanged(row);
      });
      return answer(row, context);
    },
    async handOver(held, context) {
      const row = await own(context, held);
      if (!row.askedById || !row.askedByClientId) throw new ApiError('leaseNotHeld');
      return answer(
        await pass(context, row, { userId: row.askedById, name: row.askedByName, clientId: row.askedByClientId }, null),
        context,
      );
    },
    async takeOver({ serialNumber, clientId, reason }, context) {
      await demand('takeLease', serialNumber, context);
      const before = await locked(context, serialNumber);
      const row = await pass(context, before, { userId: context.userId, name: context.nickname, clientId }, reason);
      await record(context.db, {
        userId: context.userId,
        act: 'lease.takeOver',
        subject: serialNumber,
        before: { holder: before.holderId, number: before.number },
        after: { holder: context.userId, number: row.number, reason },
      });
      if (before.holderId && before.holderId !== context.userId) {
        const { holderId } = before;
        context.afterCommit(() =>
          tell(holderId, { type: 'leaseTaken', serialNumber, by: nameIn(context.nickname, context.language), reason }),
        );
      }
      return answer(row, context);
    },
  };
}
