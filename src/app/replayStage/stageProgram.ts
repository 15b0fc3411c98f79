/** Loads the stage's program. Apart from loadStart.ts, so that the first chunk does not list all chunks of the stage. */
export const loadProgram = () => import('./startStage.tsx');
