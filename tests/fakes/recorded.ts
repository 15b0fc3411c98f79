/**
 * Starts a machine as the tests copied from a recording do: without effects, under its own name, with silent siblings.
 */
import type { AnyStateMachine } from 'xstate';
import { loadMachines } from '../../src/machines/all.ts';
import { type Rerun, type RerunParts, startReplayRun } from '../../src/machines/recording/replayRun.ts';

export const startRecorded = async (
  machine: AnyStateMachine,
  begin: Omit<RerunParts, 'machine' | 'machines'>,
): Promise<Rerun> => startReplayRun({ machine, machines: await loadMachines(), ...begin });
