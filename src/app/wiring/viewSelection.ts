/** Connects the choice of a view to the browser storage. */
import { fromPromise } from 'xstate';
import { viewSelectionMachine } from '../../machines/viewSelection/viewSelection.machine.ts';
import type { Services } from '../services.ts';

export const wireViewSelection = ({ world: { storage } }: Services) =>
  viewSelectionMachine.provide({
    actors: { hasLastView: fromPromise(async () => ({ hasLast: storage.hasLastView() })) },
  });
