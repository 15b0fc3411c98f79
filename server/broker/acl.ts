/**
 * The access decision for MQTT topics (design 7), used by the embedded broker and by the HTTP auth endpoints for an
 * external broker. Everything is denied unless allowed here. The only wildcards allowed are a console's `{base}/+` and
 * a robot's own call inbox.
 */
import { hasRight, type Right } from '../../contract/rules/rights.ts';
import type { AccountRole, Relation } from '../../contract/entities/constants.ts';
import {
  FROM_ROBOT,
  TO_ROBOT,
  mayTalk,
  parseTopic,
  viewerIdOf,
  type ParsedTopic,
  type RobotAddress,
} from '../../contract/wire/topics.ts';
import type { BrokerClient, PersonClient, RobotClient, ScreenClient } from './credentials.ts';

export type TopicAction = 'publish' | 'subscribe';

/** Facts needed for the decision; they can be one or two seconds old. */
export interface AuthFacts {
  sessionLives(sessionId: string, userId: string): Promise<boolean>;
  rolesAndRelation(
    userId: string,
    serialNumber: string,
  ): Promise<{ roles: readonly AccountRole[]; relation: Relation | null }>;
  /** Whether the key opens the screen of this robot: it is not revoked, and the robot not retired. */
  screenLives(keyId: string, serialNumber: string): Promise<boolean>;
  address(serialNumber: string): Promise<RobotAddress | null>;
  /** Number and client of the active lease. Re-reads the lease when the cached one has a number below `least`. */
  lease(serialNumber: string, least: number): Promise<{ number: number; clientId: string } | null>;
}

export async function isAllowed(
  client: BrokerClient,
  act: TopicAction,
  topic: string,
  authFacts: AuthFacts,
): Promise<boolean> {
  if (client.kind === 'server') return true;
  const parsed = parseTopic(topic);
  if (!parsed) return false;
  if (client.kind === 'screen') return isScreenAllowed(client, act, parsed, authFacts);
  return client.kind === 'robot'
    ? isRobotAllowed(client, act, topic, parsed, authFacts)
    : isPersonAllowed(client, act, topic, parsed, authFacts);
}

async function isPersonAllowed(
  client: PersonClient,
  act: TopicAction,
  topic: string,
  parsed: ParsedTopic,
  authFacts: AuthFacts,
): Promise<boolean> {
  if (!(await authFacts.sessionLives(client.sessionId, client.userId))) return false;
  if (parsed.about === 'user')
    return (
      act === 'subscribe' && !hasWildcard(topic) && client.serialNumber === null && parsed.userId === client.userId
    );

  if (client.serialNumber === null && parsed.about === 'rtc')
    return isAccountsSignalling(client, act, parsed, authFacts);
  // All other topics concern the robot that the connection was opened for.
  const serialNumber = client.serialNumber;
  if (serialNumber === null || parsed.serialNumber !== serialNumber) return false;
  const { roles, relation } = await authFacts.rolesAndRelation(client.userId, serialNumber);
  const can = (right: Right) => hasRight(roles, relation, right);

  if (parsed.about === 'rtc')
    return (
      can(mayTalk(client.clientId) ? 'operate' : 'read') &&
      parsed.clientId === client.clientId &&
      parsed.way === (act === 'publish' ? 'up' : 'down')
    );

  if (parsed.about === 'screen' || !isAt(parsed, await authFacts.address(serialNumber))) return false;
  if (parsed.about === 'robot') return act === 'subscribe' && can('read');
  if (parsed.about === 'privateEvents' || parsed.about === 'privateCommands') return false;
  if (act !== 'publish' || client.readsUntil !== null || !can('operate')) return false;
  const held = await authFacts.lease(serialNumber, parsed.lease);
  return held !== null && held.number === parsed.lease && held.clientId === client.clientId;
}

/**
 * The account's own connection exchanges signalling with the robots that the user may see, without a voice: on the video
 * wall it carries the still pictures of all tiles. What a robot sends there depends on the grant for that viewer's id.
 */
async function isAccountsSignalling(
  { userId, clientId, readsUntil }: PersonClient,
  act: TopicAction,
  { serialNumber, clientId: viewer, way }: Extract<ParsedTopic, { about: 'rtc' }>,
  authFacts: AuthFacts,
): Promise<boolean> {
  // A reading token is for one robot.
  if (readsUntil !== null) return false;
  if (hasWildcard(serialNumber) || viewer !== viewerIdOf(clientId, serialNumber)) return false;
  if (way !== (act === 'publish' ? 'up' : 'down')) return false;
  const { roles, relation } = await authFacts.rolesAndRelation(userId, serialNumber);
  return hasRight(roles, relation, 'read');
}

/** A screen shows what is said at its robot, and whether the robot is connected; nothing about its users. */
async function isScreenAllowed(
  { keyId, serialNumber }: ScreenClient,
  act: TopicAction,
  parsed: ParsedTopic,
  authFacts: AuthFacts,
): Promise<boolean> {
  if (act !== 'subscribe' || parsed.about === 'user' || parsed.serialNumber !== serialNumber) return false;
  if (!(await authFacts.screenLives(keyId, serialNumber))) return false;
  if (parsed.about === 'screen') return true;
  return (
    parsed.about === 'robot' && parsed.name === 'connection' && isAt(parsed, await authFacts.address(serialNumber))
  );
}

async function isRobotAllowed(
  client: RobotClient,
  act: TopicAction,
  topic: string,
  parsed: ParsedTopic,
  authFacts: AuthFacts,
): Promise<boolean> {
  if (parsed.about === 'user' || parsed.about === 'screen' || parsed.serialNumber !== client.serialNumber) return false;
  if (parsed.about === 'rtc')
    return act === 'publish' ? parsed.way === 'down' && !hasWildcard(topic) : parsed.way === 'up';
  if (!isAt(parsed, await authFacts.address(client.serialNumber))) return false;
  if (parsed.about === 'teleop') return act === 'subscribe';
  if (parsed.about === 'privateEvents') return act === 'publish';
  if (parsed.about === 'privateCommands') return act === 'subscribe';
  return (act === 'publish' ? FROM_ROBOT : TO_ROBOT).some((name) => name === parsed.name);
}

const hasWildcard = (topic: string): boolean => topic.includes('+') || topic.includes('#');

const isAt = (parsed: RobotAddress, address: RobotAddress | null): boolean =>
  address !== null &&
  parsed.interfaceName === address.interfaceName &&
  parsed.manufacturer === address.manufacturer &&
  parsed.serialNumber === address.serialNumber;
