/** How much one connection may follow at the embedded broker: topics, their length, and how often it asks. */
import type { Link } from './links.ts';

/** Topics that one client may follow. */
const MOST_TOPICS = 100;
/** Characters of a topic that somebody follows. */
const LONGEST_TOPIC = 300;

/** @param look whether its client may read the topic */
export async function mayFollow(link: Link | undefined, topic: string, look: () => Promise<boolean>): Promise<boolean> {
  const hasRoom = (): boolean => link !== undefined && (link.topics.has(topic) || link.topics.size < MOST_TOPICS);
  if (!link?.allowance.topics.take() || topic.length > LONGEST_TOPIC || !hasRoom()) return false;
  const isKnown = link.topics.has(topic);
  // Counted before the look, so that the topics of one packet count each other.
  link.topics.add(topic);
  const isGranted = await look().catch(() => false);
  // An UNSUBSCRIBE may have come meanwhile, and let others in.
  const stays = isGranted && hasRoom();
  if (stays) link.topics.add(topic);
  else if (!isKnown) link.topics.delete(topic);
  return stays;
}

export function unfollow(link: Link | undefined, topics: readonly string[]): void {
  for (const topic of topics) link?.topics.delete(topic);
}
