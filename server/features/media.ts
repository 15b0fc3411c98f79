/** Viewings of a robot: renewed by browsers while they watch, and calls over an external media service (safety 9). */
import type { Handlers } from '../../contract/endpoint.ts';
import type { robots } from '../../contract/endpoints/robots.ts';
import { MEDIA_KINDS } from '../../contract/entities/robotConstants.ts';
import { AGORA_ACCOUNTS } from '../../contract/rules/agora.ts';
import { MEDIA_TOKEN_MS, MEDIA_VIEWING_TTL_MS } from '../../contract/rules/limits.ts';
import { allowedMedia } from '../../contract/rules/mediaRights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { newSecret, personOf, userNameOf } from '../broker/credentials.ts';
import { outsideTransactionScope } from '../db/connectionScope.ts';
import { relationOf } from '../db/relation.ts';
import { isInCall } from '../db/repositories/calls.ts';
import { endChannel, isChannelOpen, noteViewing, renewChannel } from '../db/repositories/mediaViewings.ts';
import { ownRobot } from '../db/repositories/robots.ts';
import type { RequestContext } from '../requestContext.ts';
import { assertAgora, channelToken, signallingToken } from './agora.ts';
import { createViewingAudit } from './viewingAudit.ts';

type MediaHandlers = Pick<Handlers<typeof robots, RequestContext>, 'view' | 'agoraRtm' | 'agoraRtc' | 'agoraLeave'>;

/** Tolerance for a late renewal of a call, ms. */
const RENEWAL_GRACE_MS = 30_000;

export function createMediaHandlers({
  settings,
  db: ownDb,
  fleet,
  now,
  log,
}: Pick<AppDeps, 'settings' | 'db' | 'fleet' | 'now' | 'log'>): MediaHandlers {
  const noteViewed = createViewingAudit({ db: ownDb, now, log });
  const allowedTo = async ({ db, userId, roles }: RequestContext, serialNumber: string) => {
    const found = await ownRobot(db, userId, serialNumber);
    return allowedMedia(MEDIA_KINDS, roles, relationOf(found?.relation));
  };

  /** The grant is for the signalling connection, which must be the caller's own, to this robot. */
  const ownLink = ({ userId, sessionId }: RequestContext, serialNumber: string, clientId: string) => {
    const client = personOf(userNameOf(userId, sessionId), clientId);
    if (client?.serialNumber !== serialNumber) throw new ApiError('fieldInvalid', { field: 'clientId' });
    return client;
  };

  return {
    async view({ serialNumber, clientId, what, sequence = 0 }, context) {
      const { db, userId, sessionId } = context;
      const client = ownLink(context, serialNumber, clientId);
      const until = client.readsUntil ?? Infinity;
      if (until <= now()) throw new ApiError('accessTokenOver', { field: 'clientId' });
      if (client.readsUntil !== null && (what.includes('voice') || what.includes('camera')))
        throw new ApiError('accessTokenReadsOnly', { field: 'what' });
      const allowed = await allowedTo(context, serialNumber);
      if (what.includes('camera') && !(await isInCall(db, { userId, sessionId }, serialNumber)))
        throw new ApiError('callNeeded', { field: 'what' });
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
          sequence,
          expiresAt: new Date(Math.min(now() + MEDIA_VIEWING_TTL_MS, until)),
        },
        new Date(now()),
        client.readsUntil !== null,
      );
      context.afterCommit(() => fleet.recheckMedia());
      context.afterCommit(() => noteViewed({ userId, serialNumber, what, byToken: client.readsUntil !== null }));
      return null;
    },

    agoraRtm: async (_, { userId }) => signallingToken(settings, userId),

    async agoraRtc({ serialNumber, channel: known, clientId, isCall }, context) {
      const { db, userId, sessionId } = context;
      assertAgora(settings, fleet.fleetCache.abilitiesOf(serialNumber), 'serialNumber');
      // The tokens of a channel let the browser send, which an access token for reading does not.
      if (clientId !== '' && ownLink(context, serialNumber, clientId).readsUntil !== null)
        throw new ApiError('accessTokenReadsOnly', { field: 'clientId' });
      const inCall = isCall && (await isInCall(db, { userId, sessionId }, serialNumber));
      // A channel that outlived its call is refused below, like one that lost another right.
      if (isCall && !inCall && !known) throw new ApiError('callNeeded', { field: 'isCall' });
      const what = (await allowedTo(context, serialNumber)).filter((kind) => kind !== 'camera' || inCall);
      // The relation was removed after the API handler's access check.
      if (what.length === 0) throw new ApiError('robotForeign', { field: 'serialNumber' });
      // Unguessable, and never reused.
      const channel = known || newSecret();
      const token = channelToken(settings, AGORA_ACCOUNTS.viewer, channel, what.includes('voice'));
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
          // If a right is gone, the channel ends now. Runs outside this transaction, which is rolled back.
          void outsideTransactionScope(() => fleet.recheckMedia());
          throw new ApiError('notFound', { field: 'channel' });
        }
      } else await noteViewing(db, viewing, at);
      context.afterCommit(async () => {
        const robot = fleet.fleetCache.robot(serialNumber);
        if (!robot) return;
        const joining = fleet.toRobot.privately(robot, {
          type: 'joinMediaChannel',
          ...channelToken(settings, AGORA_ACCOUNTS.robot, channel, true),
          what,
          viewer: clientId || null,
          until,
        });
        await Promise.all([joining, fleet.recheckMedia()]);
        // The channel can have ended between the renewal and this message.
        if (!(await isChannelOpen(ownDb, channel, new Date(now()))))
          await fleet.toRobot.privately(robot, { type: 'leaveMediaChannel', channel });
      });
      context.afterCommit(() => noteViewed({ userId, serialNumber, what, byToken: false }));
      return { ...token, what, until };
    },

    async agoraLeave({ serialNumber, channel }, context) {
      const { db, userId, sessionId } = context;
      await endChannel(db, { viewer: channel, serialNumber, userId, sessionId }, new Date(now()));
      context.afterCommit(() => fleet.recheckMedia());
      return null;
    },
  };
}
