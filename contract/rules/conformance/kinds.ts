/** What can be wrong with a robot's messages, with its usual severity and the section of VDA 5050 2.1 behind the rule. */
export const SEVERITIES = ['blocks', 'breaks', 'note'] as const;
/** blocks: the robot cannot be driven until this is fixed. breaks: violates the standard. note: for information. */
export type Severity = (typeof SEVERITIES)[number];

export const LOG_TOPICS = ['connection', 'factsheet', 'state', 'visualization', 'order', 'instantActions'] as const;
export type LogTopic = (typeof LOG_TOPICS)[number];
export const isSentTopic = (topic: LogTopic): topic is 'order' | 'instantActions' =>
  topic === 'order' || topic === 'instantActions';

/** Sections of VDA 5050 2.1.0; '' where the rule is ours. */
export const FINDING_SECTIONS = {
  notJson: '6.1.4',
  missingField: '6.10.6',
  wrongType: '6.10.6',
  wrongValue: '6.10.6',
  unknownMap: '6.7',
  notLocalized: '6.10.6',
  notAutomatic: '6.10.6',
  unanswered: '6.11',
  wrongTopic: '6.3',
  refusedSignIn: '',
  cutOff: '',
  headerGap: '6.4',
  headerRepeat: '6.4',
  timestampFormat: '6.4',
  clockOff: '6.4',
  otherVersion: '6.4',
  headerAddress: '6.4',
  toleratedField: '6.10.6',
  noFactsheet: '6.15',
  tooRare: '6.10',
  tooMany: '6.10',
} as const satisfies Record<string, string>;
export type FindingKind = keyof typeof FINDING_SECTIONS;
export const FINDING_KINDS = Object.keys(FINDING_SECTIONS) as FindingKind[];

/** Clock differences, ms: reported from the first on, a violation of the standard from the second on. */
export const CLOCK_NAMED_MS = 1_000;
export const CLOCK_BROKEN_MS = 5_000;
/** A robot that is online sends its state at least this often, ms. */
export const RARE_MS = 30_000;
/** More messages of one topic per second than this are too many. */
export const MOST_PER_SECOND = 10;
/** An action that the state does not name after this time counts as unanswered, ms. */
export const ANSWER_MS = 10_000;
