/** Buttons on the picked tile: sound, photo, quality, live or still, remove, large. */
import { useSelector } from '@xstate/react';
import Camera from 'lucide-react/icons/camera';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import Timer from 'lucide-react/icons/timer';
import Video from 'lucide-react/icons/video';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import X from 'lucide-react/icons/x';
import { isUnderWay, type RobotActionsRef } from '../../../machines/robotActions/robotActions.selectors.ts';
import {
  selectShownQuality,
  selectTile,
  selectTileActions,
  selectTileLook,
  selectTileRecording,
  type VideoTileRef,
} from '../../../machines/videoWall/videoTile.selectors.ts';
import type { VideoRecordingRef } from '../../../machines/videoRecording/videoRecording.selectors.ts';
import { selectWall, type VideoWallRef } from '../../../machines/videoWall/videoWall.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { VideoAct } from '../../kit/VideoFrame.tsx';
import { RecordButton } from '../../video/RecordButton.tsx';
import { qualityWord } from '../../video/videoTexts.ts';
import { useTileRights } from './useTileRights.ts';

export type TileSize = 'grid' | 'strip' | 'large' | 'phone';
export interface TileActsProps {
  readonly screen: VideoWallRef;
  readonly tileRef: VideoTileRef;
  readonly slot: number;
  readonly name: string;
  readonly size: TileSize;
}

const BAR =
  'absolute inset-x-2 bottom-2 flex h-8 items-center gap-0.5 rounded-in bg-(--vid-plate) px-1 text-[11px] text-(color:--vid-text)';

export function TileActs({ screen, tileRef, slot, name, size }: TileActsProps) {
  const t = useT();
  const { hasSound, picked, isLarge, isSingle } = useSelector(screen, selectWall);
  const tile = useSelector(tileRef, selectTile);
  const quality = useSelector(tileRef, selectShownQuality);
  const actions = useSelector(tileRef, selectTileActions) as RobotActionsRef | undefined;
  const isTaking = useSelector(actions, (snapshot) => (snapshot ? isUnderWay(snapshot, 'takePhoto') : false));
  const recording = useSelector(tileRef, selectTileRecording) as VideoRecordingRef | undefined;
  const look = useSelector(tileRef, selectTileLook);
  const now = useServerNow();
  const { whyNot, ask } = useTileRights(tileRef, name);
  const silent = tile.facts?.abilities.audio === false ? t('robotData.video.micRobot') : undefined;
  const sounds = hasSound && picked === slot;
  const other = quality === '360p' ? '720p' : '360p';
  return (
    <div className={BAR}>
      {tile.isLive && (
        <VideoAct
          icon={sounds ? Volume2 : VolumeX}
          label={t(sounds ? 'robotData.video.soundOff' : 'robotData.video.soundOn')}
          pressed={sounds}
          disabledReason={silent}
          onPress={() => screen.send({ type: 'sound.toggle' })}
        />
      )}
      <VideoAct
        icon={Camera}
        label={t('shared.takeAPhoto')}
        disabledReason={isTaking ? t('videoWall.photo.taking') : whyNot('takePhoto')}
        onPress={() => ask({ kind: 'takePhoto' })}
      />
      {recording && (
        <RecordButton
          recording={recording}
          now={now}
          live={look === 'live'}
          disabledReason={tile.facts?.rights.includes('operate') === false ? t('shared.mayNotOperate') : undefined}
        />
      )}
      {size !== 'phone' && (
        <>
          <button
            type="button"
            className="h-6 rounded-[4px] px-1.5 hover:bg-(--vid-text)/16"
            aria-label={t('robotData.video.toQuality', { now: qualityWord(t, quality), other: qualityWord(t, other) })}
            onClick={() => screen.send({ type: 'tile.quality', slot, quality: other })}
          >
            {qualityWord(t, quality)}
          </button>
          <VideoAct
            icon={tile.isLive ? Timer : Video}
            label={t(tile.isLive ? 'videoWall.tile.toStill' : 'videoWall.tile.toLive')}
            onPress={() => screen.send({ type: 'tile.live', slot, live: !tile.isLive })}
          />
        </>
      )}
      <span className="min-w-0 flex-1 truncate px-1" role="status">
        {isTaking && t('videoWall.photo.taking')}
      </span>
      {!isSingle && (
        <VideoAct
          icon={X}
          label={t('videoWall.tile.remove', { name })}
          onPress={() => screen.send({ type: 'tile.clear', slot })}
        />
      )}
      {size !== 'phone' && !isSingle && (
        <VideoAct
          icon={isLarge ? Minimize : Maximize}
          label={t(isLarge ? 'videoWall.large.leave' : 'videoWall.large.open')}
          onPress={() => screen.send({ type: 'large.toggle' })}
        />
      )}
    </div>
  );
}
