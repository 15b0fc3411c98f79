/** Redaction rules of `forbidden`, which has no context and only the events of all pages. */
import { defineRedaction } from '../recording/redaction.ts';

export const forbiddenRedaction = defineRedaction<object, { type: string }>()({});
