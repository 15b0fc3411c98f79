/**
 * MQTT topics (design 7). All topics of a robot start with its base; the only wildcard that viewers may subscribe to is
 * `{base}/+`.
 */

export const PROTOCOL_MAJOR = 'v2';
export const DEFAULT_INTERFACE = 'uagv';

export interface RobotAddress {
  interfaceName: string;
  manufacturer: string;
  serialNumber: string;
}

/** Published by the robot. */
export const FROM_ROBOT = ['connection', 'state', 'visualization', 'factsheet', 'events', 'teleopEcho'] as const;
/** Published by the server for the robot. */
export const TO_ROBOT = ['order', 'instantActions'] as const;
/** Published by the server about the robot, for its viewers. */
export const ABOUT_ROBOT = ['ledger', 'lease'] as const;
/** Whether a topic carries orders or instant actions; cheaper than parsing it. */
export const isToRobot = (topic: string): boolean => topic.endsWith('/order') || topic.endsWith('/instantActions');
export type FromRobot = (typeof FROM_ROBOT)[number];
export type ToRobot = (typeof TO_ROBOT)[number];
export type AboutRobot = (typeof ABOUT_ROBOT)[number];
export type RobotTopic = FromRobot | ToRobot | AboutRobot;

export const baseOf = ({ interfaceName, manufacturer, serialNumber }: RobotAddress): string =>
  `${interfaceName}/${PROTOCOL_MAJOR}/${manufacturer}/${serialNumber}`;
export const robotTopic = (address: RobotAddress, name: RobotTopic): string => `${baseOf(address)}/${name}`;
/** The only wildcard that viewers may subscribe to: the robot's `mqttPubTopic`. */
export const watchTopic = (address: RobotAddress): string => `${baseOf(address)}/+`;
/**
 * Events with personal data, readable by the server only. One level deeper, so that the viewers' wildcard does not
 * match.
 */
export const privateEventsTopic = (address: RobotAddress): string => `${baseOf(address)}/private/events`;
/**
 * Commands with personal data or secrets, from the server to the robot only. One level deeper, like the private events.
 */
export const privateCommandsTopic = (address: RobotAddress): string => `${baseOf(address)}/private/commands`;
export const teleopTopic = (address: RobotAddress, lease: number): string => `${baseOf(address)}/teleop/${lease}`;

/** WebRTC signalling: `up` from a browser's connection to the robot, `down` from the robot. */
export const rtcTopic = (serialNumber: string, clientId: string, way: 'up' | 'down'): string =>
  `rtc/${serialNumber}/${clientId}/${way}`;
/** The robot's subscription for the messages of all viewers. */
export const rtcInbox = (serialNumber: string): string => `rtc/${serialNumber}/+/up`;

/**
 * Suffix of the client id of a connection whose voice the robot may play; issued only with the right to operate (design
 * 7).
 */
const TALKS = '-t';
export const withVoice = (clientId: string): string => `${clientId}${TALKS}`;
/** Stands for the serial number in the client id of an account's own connection. */
export const ACCOUNT_KEY = 'account';
export const mayTalk = (clientId: string): boolean => clientId.endsWith(TALKS);

/**
 * The id under which an account's own connection (`{userId}~account~{tab}`) views one robot, without a connection to that
 * robot: the robot's serial number takes the place of `account`. Null for any other client id.
 */
export function viewerIdOf(accountClientId: string, serialNumber: string): string | null {
  const parts = accountClientId.split('~');
  const [userId, key, tab] = parts;
  return parts.length === 3 && userId && key === ACCOUNT_KEY && tab && !mayTalk(accountClientId)
    ? [userId, serialNumber, tab].join('~')
    : null;
}

/** Stops exchanged between the servers of one installation; no user or robot has access. */
export const STOPS_TOPIC = 'servers/stops';

/** What is said at a robot, from the server for the page on the robot's own screen only. */
export const screenTopic = (serialNumber: string): string => `screens/${serialNumber}/captions`;

export const fleetTopic = (userId: string): string => `users/${userId}/fleet`;
export const noticesTopic = (userId: string): string => `users/${userId}/notices`;

export type ParsedTopic =
  | ({ about: 'robot'; name: RobotTopic | '+' } & RobotAddress)
  | ({ about: 'teleop'; lease: number } & RobotAddress)
  | ({ about: 'privateEvents' } & RobotAddress)
  | ({ about: 'privateCommands' } & RobotAddress)
  | { about: 'rtc'; serialNumber: string; clientId: string; way: 'up' | 'down' }
  | { about: 'screen'; serialNumber: string }
  | { about: 'user'; userId: string; name: 'fleet' | 'notices' };

const ROBOT_TOPICS: ReadonlySet<string> = new Set([...FROM_ROBOT, ...TO_ROBOT, ...ABOUT_ROBOT, '+']);

/** The parts of a topic or filter; null if it is none of ours. */
export function parseTopic(topic: string): ParsedTopic | null {
  const parts = topic.split('/');
  if (parts.some((part) => part === '' || part === '#')) return null;
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth] = parts;
  if (first === 'users' && parts.length === 3 && (third === 'fleet' || third === 'notices'))
    return { about: 'user', userId: second, name: third };
  if (first === 'screens' && parts.length === 3 && third === 'captions' && second !== '+')
    return { about: 'screen', serialNumber: second };
  if (first === 'rtc' && parts.length === 4 && (fourth === 'up' || fourth === 'down'))
    return { about: 'rtc', serialNumber: second, clientId: third, way: fourth };
  if (second !== PROTOCOL_MAJOR) return null;
  const address = { interfaceName: first, manufacturer: third, serialNumber: fourth };
  if (parts.length === 5 && ROBOT_TOPICS.has(fifth))
    return { about: 'robot', name: fifth as RobotTopic | '+', ...address };
  if (parts.length === 6 && fifth === 'teleop' && sixth && /^\d{1,15}$/u.test(sixth))
    return { about: 'teleop', lease: Number(sixth), ...address };
  if (parts.length === 6 && fifth === 'private' && sixth === 'events') return { about: 'privateEvents', ...address };
  if (parts.length === 6 && fifth === 'private' && sixth === 'commands')
    return { about: 'privateCommands', ...address };
  return null;
}
