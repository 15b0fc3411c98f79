/** Viewings of a robot: what browsers repeat while they watch, and calls over an outside media service (safety 9). */
import type { Handlers } from '../../contract/endpoint.ts';
import type { robots } from '../../contract/endpoints/robots.ts';
import { MEDIA_KINDS } from '../../contract/entities/constants.ts';
import { MEDIA_TOKEN_MS, MEDIA_VIEWING_TTL_MS } from '../../contract/rules/limits.ts';
import { allowedMedia } from '../../contract/rules/mediaRights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { newSecret, personOf, userNameOf } from '../broker/credentials.ts';
import { apart } from '../db/connectionScope.ts';
import { relationOf } from '../db/relation.ts';
import { isChannelOpen, noteViewing, renewChannel } from '../db/repositories/mediaViewings.ts';
import { ownRobot } from '../db/repositories/robots.ts';
import type { RequestContext } from '../requestContext.ts';
import { channelToken, signallingToken } from './agora.ts';

type MediaHandlers = Pick<Handlers<typeof robots, RequestContext>, 'view' | 'agoraRtm' | 'agoraRtc'>;

/** A renewal that comes a little late still finds its call. */
const RENEWAL_GRACE_MS = 30_000;

export function createMediaHandlers({
  settings,
  db: ownDb,
  fleet,
  now,
}: Pick<AppDeps, 'settings' | 'db' | 'fleet' | 'now'>): MediaHandlers {
  const allowedTo = async ({ db, userId, roles }: RequestContext, serialNumber: string) => {
    const found = await ownRobot(db, userId, serialNumber);
    return allowedMedia(MEDIA_KINDS, roles, relationOf(found?.relation));
  };

  return {
    async view({ serialNumber, clientId, what }, context) {
      const { db, userId, sessionId } = context;
      // The grant is for the connection that signals: it must be one of the caller's own, to this robot.
      if (personOf(userNameOf(userId, sessionId), clientId)?.serialNumber !== serialNumber)
        throw new ApiError('fieldInvalid', { field: 'clientId' });
      const allowed = await allowedTo(context, serialNumber);
      if (!what.every((kind) => allowed.includes(kind))) throw new ApiError('notAllowed', { field: 'what' });
      await noteViewing(
        db,
        {
          viewer: clientId,
          serialNumber,
          userId,
          sessionId,
          what: [...new Set(what)],
          isChannel: false,
          expiresAt: new Date(now() + MEDIA_VIEWING_TTL_MS),
        },
        new Date(now()),
      );
      context.afterCommit(() => fleet.recheckMedia());
      return null;
    },

    agoraRtm: async (_, { userId }) => signallingToken(settings, userId),

    async agoraRtc({ serialNumber, channel: known }, context) {
      const { db, userId, sessionId } = context;
      const what = await allowedTo(context, serialNumber);
      // The door has just seen the relation: it was taken away in between.
      if (what.length === 0) throw new ApiError('robotForeign', { field: 'serialNumber' });
      // A name that nobody can guess, and that no later call gets.
      const channel = known || newSecret();
      const token = channelToken(settings, userId, channel, what.includes('voice'));
      const [at, until] = [new Date(now()), now() + MEDIA_TOKEN_MS];
      const viewing = {
        viewer: channel,
        serialNumber,
        userId,
        sessionId,
        what,
        isChannel: true,
        expiresAt: new Date(until + RENEWAL_GRACE_MS),
      };
      if (known) {
        if (!(await renewChannel(db, viewing, at))) {
          // Should a right be gone the channel ends now; what is written here is undone with the refusal.
          void apart(() => fleet.recheckMedia());
          throw new ApiError('notFound', { field: 'channel' });
        }
      } else await noteViewing(db, viewing, at);
      context.afterCommit(async () => {
        const robot = fleet.fleetCache.robot(serialNumber);
        if (!robot) return;
        const joining = fleet.toRobot.privately(robot, {
          type: 'joinMediaChannel',
          ...channelToken(settings, serialNumber, channel, true),
          until,
        });
        await Promise.all([joining, fleet.recheckMedia()]);
        // It may have been ended between the renewal and this message.
        if (!(await isChannelOpen(ownDb, channel, new Date(now()))))
          await fleet.toRobot.privately(robot, { type: 'leaveMediaChannel', channel });
      });
      return { ...token, until };
    },
  };
}
