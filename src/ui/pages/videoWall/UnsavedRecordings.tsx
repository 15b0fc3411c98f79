/** Recordings that could not be sent, of tiles whose own words about them are not on the screen. */
import { useSelector } from '@xstate/react';
import { tileAt } from '../../../machines/videoWall/arrangement.ts';
import { selectIsStranded, type VideoRecordingRef } from '../../../machines/videoRecording/videoRecording.selectors.ts';
import { selectTileRecording } from '../../../machines/videoWall/videoTile.selectors.ts';
import { selectTileRef, selectWall, type VideoWallRef } from '../../../machines/videoWall/videoWall.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { RecordingNews } from '../../video/RecordButton.tsx';

export interface UnsavedRecordingsProps {
  readonly screen: VideoWallRef;
  readonly nameOf: (serialNumber: string) => string;
}

export function UnsavedRecordings({ screen, nameOf }: UnsavedRecordingsProps) {
  const { wall, picked, saving } = useSelector(screen, selectWall);
  const shown = tileAt(wall, picked)?.serialNumber;
  return saving
    .filter((serialNumber) => serialNumber !== shown)
    .map((serialNumber) => (
      <Unsaved key={serialNumber} screen={screen} serialNumber={serialNumber} name={nameOf(serialNumber)} />
    ));
}

function Unsaved({
  screen,
  serialNumber,
  name,
}: {
  readonly screen: VideoWallRef;
  readonly serialNumber: string;
  readonly name: string;
}) {
  const t = useT();
  const tile = useSelector(screen, selectTileRef(serialNumber));
  const recording = useSelector(tile, (snapshot) => snapshot && selectTileRecording(snapshot)) as
    VideoRecordingRef | undefined;
  const isStranded = useSelector(recording, (snapshot) => snapshot !== undefined && selectIsStranded(snapshot));
  if (!recording || !isStranded) return null;
  return (
    <section className="card flex-none p-2" aria-label={t('videoWall.recording.unsaved', { name })}>
      <b className="block truncate px-1 text-13 font-medium">{t('videoWall.recording.unsaved', { name })}</b>
      <RecordingNews recording={recording} />
    </section>
  );
}
