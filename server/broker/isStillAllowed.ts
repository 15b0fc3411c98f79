/** Whether an open connection of a person or a screen may stay; checked again and again by the embedded broker. */
import type { AuthFacts } from './acl.ts';
import type { ClientIdentity } from './authenticateClient.ts';

export async function isStillAllowed(identity: ClientIdentity, authFacts: AuthFacts, now: number): Promise<boolean> {
  if (identity.kind === 'robot' || identity.kind === 'server') return true;
  if (identity.readsUntil !== null && identity.readsUntil <= now) return false;
  if (identity.kind === 'screen') return authFacts.screenLives(identity.keyId, identity.serialNumber);
  const { serialNumber, userId, sessionId } = identity;
  const [lives, isRelated] = await Promise.all([
    authFacts.sessionLives(sessionId, userId),
    serialNumber === null || authFacts.rolesAndRelation(userId, serialNumber).then(({ relation }) => relation !== null),
  ]);
  return lives && isRelated;
}
