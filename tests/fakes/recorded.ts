/** A machine as tests written from a recording start it: inert, under its own name, beside siblings that keep silent. */
import type { AnyStateMachine } from 'xstate';
import { loadMachines } from '../../src/machines/all.ts';
import { type Rerun, type RerunParts, startReplayRun } from '../../src/machines/recording/replayRun.ts';

export const startRecorded = async (
  machine: AnyStateMachine,
  begin: Omit<RerunParts, 'machine' | 'machines'>,
): Promise<Rerun> => startReplayRun({ machine, machines: await loadMachines(), ...begin });
