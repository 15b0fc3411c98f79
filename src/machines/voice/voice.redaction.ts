/**
 * Redaction rules of `voice` (machines/recording/redaction.ts): speaker and time, not the text. The screen's access key
 * is not in the machine.
 */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { VoiceContext, VoiceEvent } from './voice.machine.ts';

const UPDATE = { now: true, captions: { '*': { id: true, at: true, by: true, language: true } } } as const;
const HEARD = { robotName: true, online: true, ...UPDATE } as const;

export const voiceRedaction = defineRedaction<VoiceContext, VoiceEvent, PageInput>()({
  context: { heard: HEARD, failure: 'failure' },
  input: { page: true, language: true },
  events: {
    ...PAGE_EVENTS,
    'captions.received': { update: UPDATE },
    'robot.connectionReceived': { online: true },
  },
  outputs: { readCaptions: HEARD },
});
