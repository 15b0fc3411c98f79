/** Wires the drawn floors of the maps page to the API. */
import { fromPromise } from 'xstate';
import { floorDrawings } from '../../../contract/endpoints/floorDrawings.ts';
import type { FloorDrawing } from '../../../contract/entities/floorDrawing.ts';
import { drawnFloorMachine, type DrawnFloorFields, metresIn } from '../../machines/maps/drawnFloor.machine.ts';
import { drawnFloorsMachine, type DrawnFloorsResult } from '../../machines/maps/drawnFloors.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { keptEditor } from './keptForm.ts';

export function wireDrawnFloors({ transport, world }: Services) {
  const calls = createClient(floorDrawings, transport);
  const { recallDialog, keepDialog, keepDraft } = keptEditor<DrawnFloorFields>({ world }, 'drawnFloors');
  return drawnFloorsMachine.provide({
    actions: { keepDialog },
    actors: {
      recallDialog,
      loadDrawings: fromPromise<DrawnFloorsResult>(({ signal }) => calls.list({}, { signal })),
      deleteDrawing: fromPromise<unknown, { drawingId: string; revision: number }>(({ input, signal }) =>
        calls.remove(input, { signal }),
      ),
      form: drawnFloorMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<FloorDrawing, { fields: DrawnFloorFields }>(({ input: { fields }, signal }) =>
            calls.create({ ...fields, width: metresIn(fields.width), height: metresIn(fields.height) }, { signal }),
          ),
        },
      }),
    },
  });
}
