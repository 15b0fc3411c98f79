/** The boards on which a floor is drawn and a map is edited, over their real machines and without a server. */
import { useState } from 'react';
import { useSelector } from '@xstate/react';
import { EMPTY_DRAWING, withRoom } from '../../../contract/rules/drawFloor/edit.ts';
import { withDoor } from '../../../contract/rules/drawFloor/doors.ts';
import { selectFloorStage } from '../../../src/machines/floorDrawing/floorDrawing.selectors.ts';
import { type MapEditorRef, selectStage } from '../../../src/machines/mapEditor/mapEditor.selectors.ts';
import { DrawBoard } from '../../../src/ui/pages/floorDrawing/DrawBoard.tsx';
import { MapBoard } from '../../../src/ui/pages/mapEditor/MapBoard.tsx';
import { startFloorDrawing } from '../../fakes/startFloorDrawing.ts';
import { startMapEditor } from '../../fakes/startMapEditor.ts';
import { Section } from './Section.tsx';

const WIDE = 'grid h-130 w-full';
const ids = (): (() => string) => {
  let next = 0;
  return () => `part-${next++}`;
};
/** Two rooms with a door between them. */
const ROOMS = (() => {
  const idOf = ids();
  const rooms = withRoom(withRoom(EMPTY_DRAWING, [2, 2], [8, 7], idOf), [8, 2], [14, 7], idOf);
  const between = rooms.walls.find(({ from, to }) => from[0] === 8 && to[0] === 8)?.id ?? '';
  return withDoor(rooms, between, [8, 4.5], idOf()) ?? rooms;
})();

export function BoardSample() {
  const [{ drawing, map }] = useState(() => ({
    drawing: startFloorDrawing({ drawing: ROOMS }),
    map: startMapEditor(),
  }));
  const isDrawn = useSelector(drawing.actor, selectFloorStage) === 'editing';
  const isEdited = useSelector(map.actor, selectStage) === 'editing';
  return (
    <main className="px-12 py-6 max-desk:px-4">
      <h1 className="mb-6">Boards</h1>
      <Section title="Floor drawing">
        <div className={WIDE}>{isDrawn && <DrawBoard screen={drawing.actor} />}</div>
      </Section>
      <Section title="Map editor">
        <div className={WIDE}>{isEdited && <MapBoard screen={map.actor as unknown as MapEditorRef} />}</div>
      </Section>
    </main>
  );
}
