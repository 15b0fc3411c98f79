/** Below the grid: what becomes of photos and recordings of the picked robot, and its Stop, in the filled window too. */
import { useSelector } from '@xstate/react';
import type { RobotActionsRef } from '../../../machines/robotActions/robotActions.selectors.ts';
import {
  selectTileActions,
  selectTileRecording,
  type VideoTileRef,
} from '../../../machines/videoWall/videoTile.selectors.ts';
import type { VideoRecordingRef } from '../../../machines/videoRecording/videoRecording.selectors.ts';
import { ActionStatus } from '../../robotActions/ActionStatus.tsx';
import { RecordingNews } from '../../video/RecordButton.tsx';
import { TileStop } from './TileStop.tsx';

export function PickedBar({ tileRef }: { readonly tileRef: VideoTileRef }) {
  const actions = useSelector(tileRef, selectTileActions) as RobotActionsRef | undefined;
  const recording = useSelector(tileRef, selectTileRecording) as VideoRecordingRef | undefined;
  return (
    <div className="sticky bottom-0 z-55 flex flex-none items-center justify-end gap-3">
      {/* Not in a low window: there it would lie over dialogs, as Stop does. */}
      <div className="max-h-(--h-stop) min-w-0 flex-1 overflow-auto sideways:invisible">
        {recording && <RecordingNews recording={recording} />}
        {actions && <ActionStatus actions={actions} pictures={false} />}
      </div>
      <div className="w-72 flex-none max-[1100px]:w-58">
        <TileStop tileRef={tileRef} />
      </div>
    </div>
  );
}
