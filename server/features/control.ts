/** The control lease (design 6): one holder, a rising number, on record. */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { control as catalogue } from '../../contract/endpoints/control.ts';
import type { Notice } from '../../contract/wire/feed.ts';
import { LEASE_TTL_MS } from '../../contract/rules/limits.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { personOf, userNameOf } from '../broker/credentials.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { addCommand } from '../db/repositories/commands.ts';
import { changeLease, leaseOf, lockLease, NO_HOLDER, type LeaseRow } from '../db/repositories/leases.ts';
import { leaseIn } from '../fleet/words.ts';
import type { RequestContext } from '../requestContext.ts';
import { createAsking } from './asking.ts';

export function createControlHandlers(parts: AppDeps): Handlers<typeof catalogue, RequestContext> {
  const { fleet, broker, now, log } = parts;
  const { demand } = createAsking(parts);

  const isHeld = (row: LeaseRow): boolean =>
    row.holderId !== null && row.expiresAt !== null && row.expiresAt.getTime() > now();
  const answer = (row: LeaseRow, caller: RequestContext) => leaseIn(row, row.serialNumber, caller.language, now());
  const tell = (userId: string, notice: Notice): void =>
    void broker
      .publish(noticesTopic(userId), notice)
      .catch((error: unknown) => log.warn({ error }, 'a notice was not sent'));

  /** The row, locked until the transaction ends: two takers queue here. */
  const locked = async (caller: RequestContext, serialNumber: string): Promise<LeaseRow> => {
    const row = await lockLease(caller.db, serialNumber);
    if (!row) throw new CodedError('robotUnknown');
    return row;
  };

  const save = async (caller: RequestContext, serialNumber: string, change: Partial<LeaseRow>): Promise<LeaseRow> => {
    const row = await changeLease(caller.db, serialNumber, change);
    if (!row) throw new CodedError('robotUnknown');
    return row;
  };

  /** A new holder: the next number, and a ledger entry for the spell of driving. The one before ends. */
  const pass = async (
    caller: RequestContext,
    before: LeaseRow,
    to: { userId: string; name: LeaseRow['holderName']; clientId: string },
    reason: string | null,
  ): Promise<LeaseRow> => {
    // A lease must belong to a connection of the holder's own: the broker compares by client id.
    const owner = personOf(userNameOf(to.userId, 'any'), to.clientId);
    if (owner?.serialNumber !== before.serialNumber) throw new CodedError('fieldInvalid', { field: 'clientId' });
    const at = new Date(now());
    const commandId = randomUUID();
    const command = await addCommand(caller.db, {
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
    const row = await save(caller, before.serialNumber, {
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
    });
    caller.afterCommit(async () => {
      if (before.commandId) await fleet.ledger.advance(before.commandId, { to: 'finished' });
      if (command) await fleet.ledger.adopt(command, async () => true);
      await fleet.leaseChanged(row);
    });
    return row;
  };

  /** @throws CodedError leaseLost when the lease is not the caller's any more */
  const own = async (
    caller: RequestContext,
    { serialNumber, clientId, number }: { serialNumber: string; clientId: string; number: number },
  ): Promise<LeaseRow> => {
    const row = await locked(caller, serialNumber);
    if (!isHeld(row) || row.holderId !== caller.userId || row.holderClientId !== clientId || row.number !== number)
      throw new CodedError('leaseLost');
    return row;
  };

  return {
    async get({ serialNumber }, caller) {
      return leaseIn(await leaseOf(caller.db, serialNumber), serialNumber, caller.language, now());
    },
    async take({ serialNumber, clientId }, caller) {
      await demand('takeLease', serialNumber, caller);
      const row = await locked(caller, serialNumber);
      const isMine = row.holderId === caller.userId;
      if (isHeld(row) && !isMine)
        throw new CodedError('leaseHeld', { words: { holder: nameIn(row.holderName ?? '', caller.language) } });
      return answer(await pass(caller, row, { userId: caller.userId, name: caller.nickname, clientId }, null), caller);
    },
    async renew(held, caller) {
      await own(caller, held);
      return answer(await save(caller, held.serialNumber, { expiresAt: new Date(now() + LEASE_TTL_MS) }), caller);
    },
    async release(held, caller) {
      const before = await own(caller, held);
      const row = await save(caller, held.serialNumber, NO_HOLDER);
      caller.afterCommit(async () => {
        if (before.commandId) await fleet.ledger.advance(before.commandId, { to: 'finished' });
        await fleet.leaseChanged(row);
      });
      return answer(row, caller);
    },
    async ask({ serialNumber, clientId }, caller) {
      const before = await locked(caller, serialNumber);
      if (!isHeld(before)) throw new CodedError('leaseNotHeld');
      const row = await save(caller, serialNumber, {
        askedById: caller.userId,
        askedByName: caller.nickname,
        askedByClientId: clientId,
        askedAt: new Date(now()),
      });
      caller.afterCommit(async () => {
        if (before.holderId)
          tell(before.holderId, { type: 'leaseAsked', serialNumber, by: nameIn(caller.nickname, caller.language) });
        await fleet.leaseChanged(row);
      });
      return answer(row, caller);
    },
    async handOver(held, caller) {
      const row = await own(caller, held);
      if (!row.askedById || !row.askedByClientId) throw new CodedError('leaseNotHeld');
      return answer(
        await pass(caller, row, { userId: row.askedById, name: row.askedByName, clientId: row.askedByClientId }, null),
        caller,
      );
    },
    async takeOver({ serialNumber, clientId, reason }, caller) {
      await demand('takeLease', serialNumber, caller);
      const before = await locked(caller, serialNumber);
      const row = await pass(caller, before, { userId: caller.userId, name: caller.nickname, clientId }, reason);
      await record(caller.db, {
        userId: caller.userId,
        act: 'lease.takeOver',
        subject: serialNumber,
        before: { holder: before.holderId, number: before.number },
        after: { holder: caller.userId, number: row.number, reason },
      });
      if (before.holderId && before.holderId !== caller.userId) {
        const { holderId } = before;
        caller.afterCommit(() =>
          tell(holderId, { type: 'leaseTaken', serialNumber, by: nameIn(caller.nickname, caller.language), reason }),
        );
      }
      return answer(row, caller);
    },
  };
}
