/**
 * Redaction rules of the connections: which topics are used, never the payloads. Credentials never reach this machine.
 */
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { ConnectionEvent, LinkTerms } from '../app/events.ts';
import type { ConnectionContext } from './connection.machine.ts';
import type { LinkCommand, LinkInput, LinkReport } from './link.machine.ts';
import type { TopicInput } from './topic.machine.ts';

const TERMS = { clientId: true, topics: true, mqttSubTopic: true } as const satisfies RedactionRule;

export const connectionRedaction = defineRedaction<ConnectionContext, ConnectionEvent>()({
  context: {
    links: { '*': { state: true, terms: TERMS, holders: true } },
    broker: true,
    promptBeats: true,
    hasNetwork: true,
  },
  events: {
    'mqttLink.changed': { key: true, state: true, terms: TERMS },
    'mqttLink.acquire': { key: true },
    'mqttLink.release': { key: true },
    'message.send': { key: true, topic: true },
    'feed.beaten': { broker: true },
    'call.answered': { ms: true },
  },
  telemetry: ['feed.beaten', 'call.answered', 'message.send'],
});

export const linkRedaction = defineRedaction<
  { key: string; terms: LinkTerms | null },
  LinkReport | LinkCommand,
  LinkInput
>()({
  context: { key: true, terms: TERMS },
  input: { key: true },
  events: {
    'mqttLink.opened': { terms: TERMS },
    'mqttLink.failed': { error: 'failure' },
    'message.send': { topic: true },
  },
  telemetry: ['message.send'],
});

export const topicRedaction = defineRedaction<TopicInput & { retries: number }, { type: string }, TopicInput>()({
  context: { key: true, topic: true, retries: true },
  input: { key: true, topic: true },
});
