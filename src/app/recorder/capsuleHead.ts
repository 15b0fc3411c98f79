/** The header of a recording saved now. */
import { RECORDING_FORMAT, RECORDING_VERSION, type RecordingHead } from '../../machines/recording/format.ts';
import type { Recorder } from '../../machines/recording/recorder.ts';
import type { Services } from '../services.ts';

export const headOf = (
  { world, language }: Pick<Services, 'world' | 'language'>,
  { plain }: Pick<Recorder, 'plain'>,
  sentence: string,
): RecordingHead => ({
  format: RECORDING_FORMAT,
  version: RECORDING_VERSION,
  build: world.build,
  sentence,
  takenAt: world.clock.now(),
  page: plain(world.address.now().path),
  language: language(),
  ...world.media.look(),
});
