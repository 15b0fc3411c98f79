/** URL query of the outbox: recipient and topic; and the request for it. */
import { MESSAGE_TOPICS } from '../../../contract/entities/message.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { Query } from '../app/events.ts';
import { choice, defineQuery, page, text } from '../factories/defineQuery.ts';

export const TOPIC_FILTERS = ['all', ...MESSAGE_TOPICS] as const;

export const outboxQuery = defineQuery({ text: text('q'), topic: choice('topic', TOPIC_FILTERS, 'all'), page: page() });

export function outboxRequest(query: Query) {
  const { text: typed, topic, page: number } = outboxQuery.read(query);
  return { page: number, text: typed.trim(), topic: topic === 'all' ? ('' as const) : topic, limit: PAGE_SIZE.first };
}
export type OutboxRequest = ReturnType<typeof outboxRequest>;
