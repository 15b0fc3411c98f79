/** Floor of a new route. It is fixed once the route has a stop, because all stops of a route are on one map. */
import { useSelector } from '@xstate/react';
import {
  type RouteEditorRef,
  type CruiseRoutesRef,
  selectRoute,
  selectRoutes,
} from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { MapFloors } from '../../canvas/MapTools.tsx';
import { useT } from '../../hooks/useT.ts';

export function FloorChoice({ screen, editor }: { readonly screen: CruiseRoutesRef; readonly editor: RouteEditorRef }) {
  const t = useT();
  const { floors } = useSelector(screen, selectRoutes);
  const { mapId, pathId, draft } = useSelector(editor, selectRoute);
  const isFree = pathId === '' && draft.stops.length === 0;
  const shown = isFree ? floors : floors.filter(({ id }) => id === mapId);
  return (
    <MapFloors
      label={t('common.floors')}
      floors={shown.map(({ id, floor }) => ({ id, label: floor, count: 0 }))}
      current={mapId}
      onFloor={(id) => editor.send({ type: 'map.choose', mapId: id })}
    />
  );
}
