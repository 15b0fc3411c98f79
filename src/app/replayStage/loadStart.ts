/**
 * Loads and starts the stage's program; reports a failed load to the surrounding inspector. Part of the first chunk.
 */
import type { StageReport } from '../../machines/recording/stageMessages.ts';

export async function loadStart(page: Window): Promise<void> {
  try {
    const { loadProgram } = await import('./stageProgram.ts');
    const { startStage } = await loadProgram();
    await startStage(page);
  } catch (error) {
    const said: StageReport = { type: 'stage.absent', said: error instanceof Error ? error.message : String(error) };
    page.parent.postMessage(said, page.location.origin);
  }
}
