/** The notice that the user's robots, or rights on them, changed: what a page shows of a robot may have to leave it at once. */
import type { Notice } from '../../../contract/wire/feed.ts';

export const isRelationsNotice = ({ event }: { event: { notice: Notice } }): boolean =>
  event.notice.type === 'relationsChanged';
