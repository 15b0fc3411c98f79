/** Begins an export that the server writes as a job, waits for it and saves its file. */
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
export interface ExportCalls {
  begin(): Promise<ExportProgress>;
  stateOf(exportId: string, signal: AbortSignal): Promise<ExportProgress>;
  cancel(exportId: string): Promise<unknown>;
}
/** Pause between two looks at an export, ms. */
const LOOK_MS = 1_000;

export function exportJobs({
  transport,
  world,
}: Pick<Services, 'transport'> & { world: Pick<Services['world'], 'save' | 'log'> }) {
  const fileCalls = createClient(files, transport);
  /** @param failed the error of an export that did not succeed */
  return async ({ begin, stateOf, cancel }: ExportCalls, failed: ErrorName, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    // Not aborted: the id is needed to cancel what the server has begun.
    let state = await begin();
    try {
      while (state.state === 'waiting' || state.state === 'running') {
        await pause(LOOK_MS, signal);
        state = await stateOf(state.exportId, signal);
      }
    } catch (error) {
      // Nobody waits for it any longer, and it would count against the exports that an account may have in progress.
      cancel(state.exportId).catch(world.log);
      throw error;
    }
    if (state.state === 'failed') throw new ApiError(failed);
    const file = await fileCalls.download({ imageId: state.fileId }, { signal });
    world.save(file, state.fileName || file.name);
  };
}
