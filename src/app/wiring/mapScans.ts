/** Wires the mappings by robots to the API. */
import { fromPromise } from 'xstate';
import { commands } from '../../../contract/endpoints/commands.ts';
import { mapScans } from '../../../contract/endpoints/mapScans.ts';
import type { TaskKind } from '../../../contract/wire/actions.ts';
import { mapScansMachine, type MapScansResult } from '../../machines/maps/mapScans.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

export function wireMapScans({ transport }: Services) {
  const calls = createClient(mapScans, transport);
  const orders = createClient(commands, transport);
  return mapScansMachine.provide({
    actors: {
      loadScans: fromPromise<MapScansResult, { siteId: string }>(async ({ input, signal }) =>
        input.siteId === '' ? { scans: [], robots: [] } : calls.list(input, { signal }),
      ),
      startScan: fromPromise<unknown, { serialNumber: string; replaces: TaskKind | null }>(
        ({ input: { serialNumber, replaces } }) =>
          calls.start({ serialNumber, ...(replaces !== null && { replaces }) }),
      ),
      cancelScan: fromPromise<unknown, { serialNumber: string }>(({ input }) => orders.cancel(input)),
    },
  });
}
