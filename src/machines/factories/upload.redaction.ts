/** Redaction rules of `upload`: how far it is, never the name of the file. */
import { defineRedaction } from '../recording/redaction.ts';
import type { UploadContext, UploadEvent, UploadInput } from './upload.machine.ts';

export const uploadRedaction = defineRedaction<UploadContext, UploadEvent, UploadInput>()({
  context: { fileKey: true, size: true, done: true, failure: 'failure' },
  input: { fileKey: true, size: true },
  events: { 'upload.progressed': { bytes: true }, 'upload.broke': { failure: 'failure' } },
  telemetry: ['upload.progressed'],
});
