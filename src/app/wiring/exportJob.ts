/** Waits for an export that the server writes as a job, and saves its file. */
import { files } from '../../../contract/endpoints/files.ts';
import { ApiError, type ErrorName } from '../../../contract/wire/errors.ts';
import { createClient } from '../../services/api.ts';
import { pause } from '../../services/pause.ts';
import type { Services } from '../services.ts';

export interface ExportProgress {
  exportId: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  fileId: string;
  fileName: string;
}
/** Pause between two looks at an export, ms. */
const LOOK_MS = 1_000;

export function exportJobs({ transport, world }: Pick<Services, 'transport' | 'world'>) {
  const fileCalls = createClient(files, transport);
  /** @param failed the error of an export that did not succeed */
  return async (
    begun: ExportProgress,
    stateOf: (exportId: string) => Promise<ExportProgress>,
    failed: ErrorName,
    signal: AbortSignal,
  ): Promise<void> => {
    let state = begun;
    while (state.state === 'waiting' || state.state === 'running') {
      await pause(LOOK_MS, signal);
      state = await stateOf(state.exportId);
    }
    if (state.state === 'failed') throw new ApiError(failed);
    const file = await fileCalls.download({ imageId: state.fileId }, { signal });
    world.save(file, state.fileName || file.name);
  };
}
