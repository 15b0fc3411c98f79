/** Completes a recording whose browser was closed or lost its connection, so that what it had can be played. */
import { completeLeftRecording } from '../../features/videoRecordings.ts';
import type { FileNeeds } from '../../features/files.ts';
import type { JobKind } from '../jobKind.ts';

export const leftRecordingJob = (files: FileNeeds): JobKind => ({
  kind: 'leftRecording',
  timeLimitMs: 10 * 60_000,
  isLong: true,
  async run({ payload, log, signal }) {
    log(`recording: ${await completeLeftRecording(files, String(payload['fileId']), signal)}`);
  },
});
