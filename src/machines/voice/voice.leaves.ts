/** What may leave of `voice` in a capsule (machines/capsule/leaves.ts): who spoke and when, not what was said. The screen's key is no part of the machine at all. */
import type { PageInput } from '../app/messages.ts';
import { PAGE_EVENTS } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import type { VoiceContext, VoiceEvent } from './voice.machine.ts';

const HEARD = {
  robotName: true,
  online: true,
  now: true,
  captions: { '*': { id: true, at: true, by: true, language: true } },
} as const;

export const voiceLeaves = leavesOf<VoiceContext, VoiceEvent, PageInput>()({
  context: { heard: HEARD, failure: 'failure' },
  input: { page: true, language: true },
  events: PAGE_EVENTS,
  outputs: { readCaptions: HEARD },
});
