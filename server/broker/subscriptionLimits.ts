/**
 * Limits the subscriptions of one connection to the embedded broker: number of topics, their length, and the request
 * rate.
 */
import type { Link } from './links.ts';

/** Subscriptions per client. */
const MOST_TOPICS = 100;
/** Maximum length of a subscribed topic, in characters. */
const LONGEST_TOPIC = 300;

/** @param look checks whether the client is allowed to read the topic */
export async function addSubscription(
  link: Link | undefined,
  topic: string,
  look: () => Promise<boolean>,
): Promise<boolean> {
  const hasRoom = (): boolean => link !== undefined && (link.topics.has(topic) || link.topics.size < MOST_TOPICS);
  if (!link?.allowance.topics.take() || topic.length > LONGEST_TOPIC || !hasRoom()) return false;
  const isKnown = link.topics.has(topic);
  // Counted before the access check, so that the topics of one packet count towards the limit together.
  link.topics.add(topic);
  const isGranted = await look().catch(() => false);
  // An UNSUBSCRIBE may have made room for other topics in the meantime.
  const stays = isGranted && hasRoom();
  if (stays) link.topics.add(topic);
  else if (!isKnown) link.topics.delete(topic);
  return stays;
}

export function removeSubscriptions(link: Link | undefined, topics: readonly string[]): void {
  for (const topic of topics) link?.topics.delete(topic);
}
