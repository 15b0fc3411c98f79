/** The header of a recording saved now. */
import { CAPSULE_FORMAT, CAPSULE_VERSION, type CapsuleHead } from '../../machines/recording/format.ts';
import type { Recorder } from '../../machines/recording/recorder.ts';
import type { Services } from '../services.ts';

export const headOf = (
  { world, language }: Pick<Services, 'world' | 'language'>,
  { plain }: Pick<Recorder, 'plain'>,
  sentence: string,
): CapsuleHead => ({
  format: CAPSULE_FORMAT,
  version: CAPSULE_VERSION,
  build: world.build,
  sentence,
  takenAt: world.clock.now(),
  page: plain(world.address.now().path),
  language: language(),
  ...world.media.look(),
});
