/** What may leave of `notices` in a capsule (machines/capsule/leaves.ts). */
import { type Leaf, leavesOf } from '../capsule/leaves.ts';
import type { Notice, NoticesEvent } from '../app/messages.ts';

const NOTICE = {
  tone: true,
  key: true,
  words: 'numbers',
  failure: 'failure',
  way: { to: 'path', key: true },
} as const satisfies Leaf;

export const noticesLeaves = leavesOf<{ notice: Notice | null; number: number }, NoticesEvent>()({
  context: { notice: NOTICE, number: true },
  events: { 'notice.show': { notice: NOTICE } },
});
