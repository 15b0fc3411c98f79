/** Redaction rules of `notFound`, which has no context and only the events of all pages. */
import { defineRedaction } from '../recording/redaction.ts';

export const notFoundRedaction = defineRedaction<object, { type: string }>()({});
