/** Redaction rules of `legal`, which has no context and only the events of all pages. */
import { defineRedaction } from '../recording/redaction.ts';

export const legalRedaction = defineRedaction<object, { type: string }>()({});
