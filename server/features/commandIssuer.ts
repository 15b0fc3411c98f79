/** Shared by all commands: the check with robotCan's rules, the ledger row, and its delivery after the commit. */
import { randomUUID } from 'node:crypto';
import type { Command } from '../../contract/entities/command.ts';
import type { CommandKind } from '../../contract/rules/commandLife.ts';
import { COMMAND_TTL_MS } from '../../contract/rules/limits.ts';
import { DISPLACING_ACTS, displacingFault } from '../../contract/rules/displacing.ts';
import type { ActionParameters } from '../../contract/rules/robotActions.ts';
import { rightsOf } from '../../contract/rules/rights.ts';
import { blockingError, type RobotAct, type RobotFacts } from '../../contract/rules/robotCan.ts';
import type { TaskKind } from '../../contract/wire/actions.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { addCommand, type CommandRow } from '../db/repositories/commands.ts';
import { leaseOf } from '../db/repositories/leases.ts';
import { relationBetween } from '../db/repositories/robots.ts';
import { isPlaceOfTest } from '../fleet/drivingBlock.ts';
import { toCommandDto, toLeaseDto } from '../fleet/presenters.ts';
import type { RequestContext } from '../requestContext.ts';

interface Wish {
  serialNumber: string;
  kind: CommandKind;
  target?: LocalName;
  targetId?: string | null;
  parameters?: ActionParameters;
}

interface Demand {
  replaces?: TaskKind | undefined;
  /** A test order begins: a robot that has not confirmed a Stop may drive it. */
  isTest?: boolean;
  /** Where an order leads, metres; a place of the caller's test order is permitted to such a robot as well. */
  place?: { mapId: string; x: number; y: number };
}

export function createCommandIssuer({ fleet, now }: Pick<AppDeps, 'fleet' | 'now'>) {
  const factsOf = async (
    serialNumber: string,
    context: RequestContext,
    { isTest = false, place }: Pick<Demand, 'isTest' | 'place'> = {},
  ): Promise<RobotFacts & { holder: string }> => {
    const relation = relationOf(await relationBetween(context.db, context.userId, serialNumber));
    const row = await leaseOf(context.db, serialNumber);
    const { holder } = toLeaseDto(row, serialNumber, context.language, now());
    const live = fleet.live(serialNumber, context.language);
    const mayTest = isTest || (place !== undefined && holder?.userId === context.userId && isPlaceOfTest(row, place));
    return {
      live: mayTest ? { ...live, drivingBlocked: false } : live,
      abilities: fleet.fleetCache.abilitiesOf(serialNumber),
      rights: rightsOf(context.roles, relation),
      leasedByOther: holder !== null && holder.userId !== context.userId,
      leasedByMe: holder?.userId === context.userId,
      now: now(),
      holder: holder?.name ?? '',
    };
  };

  const relocates = (serialNumber: string): boolean =>
    fleet.ledger.openOf(serialNumber).some(({ kind }) => kind === 'relocate');

  return {
    factsOf,
    /**
     * @throws ApiError for the first obstacle, with the lease holder's name; or when a task would be displaced that
     * `replaces` does not name
     */
    async demand(
      act: RobotAct,
      serialNumber: string,
      context: RequestContext,
      { replaces, ...order }: Demand = {},
    ): Promise<void> {
      const facts = await factsOf(serialNumber, context, order);
      const found = blockingError(act, facts);
      // After a relocation the robot says in a moment whether it found its position.
      const isLocating = found === 'robotNotLocated' && relocates(serialNumber);
      const obstacle = isLocating ? 'robotLocating' : found;
      if (obstacle) throw new ApiError(obstacle, obstacle === 'leaseHeld' ? { words: { holder: facts.holder } } : {});
      const displacing = DISPLACING_ACTS.find((one) => one === act);
      const fault = displacing ? displacingFault(displacing, facts.live, replaces) : null;
      if (fault) throw new ApiError(fault, { field: 'replaces', words: { target: facts.live.task?.target ?? '' } });
    },
    /** Writes the ledger row in the request's transaction; `sender` delivers the command after the commit. */
    async ask(
      context: RequestContext,
      { serialNumber, kind, target = '', targetId = null, parameters }: Wish,
      sender: (row: CommandRow) => () => Promise<boolean>,
    ): Promise<Command> {
      const askedAt = new Date(now());
      const row = await addCommand(context.db, {
        id: randomUUID(),
        serialNumber,
        kind,
        target,
        targetId,
        ...(parameters && { parameters }),
        askedBy: context.userId,
        askedByName: namedIn(context.nickname),
        state: 'asked',
        askedAt,
        expiresAt: new Date(askedAt.getTime() + COMMAND_TTL_MS),
      });
      if (!row) throw new ApiError('serverError');
      context.afterCommit(() => fleet.ledger.adopt(row, sender(row)));
      return toCommandDto(row, context.language);
    },
  };
}

/** Replaces a name without text by ''. */
export const namedIn = (nickname: LocalName): LocalName => (nameIn(nickname, 'enUS') ? nickname : '');
