/** A place of the video wall: the camera of its robot with number, name and state, or the invitation to put one there. */
import { useSelector } from '@xstate/react';
import { selectCasesByRobot } from '../../../machines/alarms/alarms.selectors.ts';
import { selectRobots, selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import {
  selectIsLate,
  selectIsSlow,
  selectShownQuality,
  selectStillTime,
  selectTile,
  selectTileLook,
  selectTileRecording,
  selectTileVideo,
  stillKeyOf,
  type VideoTileRef,
} from '../../../machines/videoWall/videoTile.selectors.ts';
import { selectPictureAt, streamKeyOf, type VideoRef } from '../../../machines/robotData/video.selectors.ts';
import type { VideoRecordingRef } from '../../../machines/videoRecording/videoRecording.selectors.ts';
import { tileAt } from '../../../machines/videoWall/arrangement.ts';
import { selectTileRef, selectWall, type VideoWallRef } from '../../../machines/videoWall/videoWall.selectors.ts';
import { clockText, EVENT_NAMES } from '../../alarms/alarmTexts.ts';
import { useAlarms, useFleet } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { StatusPill } from '../../kit/StatusPill.tsx';
import { StatusShape } from '../../kit/StatusShape.tsx';
import { VideoFrame } from '../../kit/VideoFrame.tsx';
import { statusKey } from '../../labels/statusKey.ts';
import { useAge } from '../../labels/useAge.ts';
import { useRobotText } from '../../labels/useRobotText.ts';
import { ROBOT_DRAG } from '../../robots/robotDrag.ts';
import { robotName } from '../../robots/robotName.ts';
import { WatchedLamp } from '../../robots/WatchedMark.tsx';
import { RecordingSign } from '../../video/RecordButton.tsx';
import { StreamVideo } from '../../video/StreamVideo.tsx';
import { EmptyPlace } from './EmptyPlace.tsx';
import { StillPicture } from './StillPicture.tsx';
import { TileActs, type TileSize } from './TileActs.tsx';
import { tileTexts } from './tileTexts.ts';
import { useRobotTime } from './useRobotTime.ts';

export interface WallTileProps {
  readonly screen: VideoWallRef;
  readonly slot: number;
  readonly size: TileSize;
}

const CARD = 'group/tile relative flex min-h-0 min-w-0 flex-col overflow-hidden rounded-lg border bg-surface';
const NUMBER =
  'grid size-5 flex-none place-items-center rounded-in bg-brand-100 text-11 font-medium text-link tabular-nums';

export function WallTile(props: WallTileProps) {
  const { screen, slot, size } = props;
  const t = useT();
  const { wall, picked, draggedOver } = useSelector(screen, selectWall);
  const robots = useSelector(useFleet(), selectRobots);
  const found = useSelector(useAlarms(), selectCasesByRobot).get(tileAt(wall, slot)?.serialNumber ?? '');
  const tile = tileAt(wall, slot);
  const ref = useSelector(screen, selectTileRef(tile?.serialNumber ?? ''));
  const robot = robots.find(({ serialNumber }) => serialNumber === tile?.serialNumber);
  const name = robot ? robotName(robot) : (tile?.serialNumber ?? '');
  return (
    <section
      className={classes(
        CARD,
        found?.state === 'open'
          ? 'border-st-alarm inset-ring-2 inset-ring-st-alarm'
          : picked === slot && size !== 'phone'
            ? 'border-mark ring-2 ring-mark'
            : 'border-line',
        draggedOver === slot && 'border-dashed border-mark',
      )}
      aria-label={tile ? t('videoWall.tile.of', { slot, name }) : t('videoWall.tile.empty', { slot })}
      draggable={tile !== undefined && size !== 'phone'}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'copyMove';
        dataTransfer.setData(ROBOT_DRAG, tile?.serialNumber ?? '');
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(ROBOT_DRAG)) return;
        event.preventDefault();
        if (draggedOver !== slot) screen.send({ type: 'drag.over', slot });
      }}
      onDragEnd={() => screen.send({ type: 'drag.over', slot: 0 })}
      onDrop={(event) => {
        event.preventDefault();
        const serialNumber = event.dataTransfer.getData(ROBOT_DRAG);
        if (serialNumber) screen.send({ type: 'tile.place', slot, serialNumber });
      }}
    >
      {tile && ref ? (
        <Picture {...props} tileRef={ref} name={name} />
      ) : tile ? (
        <p className="grid min-h-0 flex-1 place-items-center bg-(--vid) text-13 text-(color:--vid-text-2)">
          {t('videoWall.tile.swipe')}
        </p>
      ) : (
        <EmptyPlace screen={screen} slot={slot} small={size === 'strip'} />
      )}
      {tile && <Caption {...props} name={name} serialNumber={tile.serialNumber} />}
      {draggedOver === slot && (
        <p
          className="pointer-events-none absolute inset-0 grid place-items-center bg-surface/85 px-4 text-center text-13 font-medium text-link"
          role="status"
        >
          {t(tile ? 'videoWall.drag.replace' : 'videoWall.drag.place', { name })}
        </p>
      )}
    </section>
  );
}

function Picture({
  tileRef,
  name,
  ...props
}: WallTileProps & { readonly tileRef: VideoTileRef; readonly name: string }) {
  const { screen, slot, size } = props;
  const t = useT();
  const age = useAge();
  const now = useServerNow();
  const robots = useSelector(useFleet(), selectRobots);
  const { picked, hasSound } = useSelector(screen, selectWall);
  const tile = useSelector(tileRef, selectTile);
  const look = useSelector(tileRef, selectTileLook);
  const quality = useSelector(tileRef, selectShownQuality);
  const slow = useSelector(tileRef, selectIsSlow);
  const late = useSelector(tileRef, (snapshot) => selectIsLate(snapshot, now));
  const passed = useSelector(tileRef, (snapshot) => selectStillTime(snapshot, now));
  const video = useSelector(tileRef, selectTileVideo) as VideoRef | undefined;
  const recording = useSelector(tileRef, selectTileRecording) as VideoRecordingRef | undefined;
  const isRecording = useSelector(recording, (snapshot) => snapshot?.hasTag('busy') ?? false);
  const pictureAt = useSelector(video, (snapshot) => (snapshot ? selectPictureAt(snapshot) : null));
  const robot = robots.find(({ serialNumber }) => serialNumber === tile.serialNumber);
  const time = useRobotTime(robot);
  const texts = tileTexts({ t, look, tile, robot, quality, slow, late, now, age, time, pictureAt });
  const small = size === 'strip';
  const hasActs = !small && (picked === slot || size === 'large');
  const isSigned = isRecording && !hasActs;
  const watching = tile.isOnline ? robot?.live.watching : undefined;
  return (
    <VideoFrame
      look={texts.look}
      label={t('robotData.video.name', { name })}
      source={small ? undefined : texts.source}
      sign={texts.sign}
      slow={slow}
      quality={
        isSigned || watching ? (
          <>
            {isSigned && <RecordingSign recording={recording} now={now} />}
            <WatchedLamp watching={watching} />
            {!small && texts.aside}
          </>
        ) : small ? undefined : (
          texts.aside
        )
      }
      title={texts.title}
      text={small ? undefined : texts.text}
      icon={texts.icon}
      veilActs={
        !small &&
        texts.canRetry && (
          <Button size="s" className="relative z-1" onClick={() => tileRef.send({ type: 'tile.retry' })}>
            {t('common.retry')}
          </Button>
        )
      }
      className="min-h-0 flex-1 rounded-none!"
    >
      {texts.picture === 'still' ? (
        <StillPicture stillKey={stillKeyOf(tile.serialNumber)} grey={look === 'offline'} />
      ) : (
        <StreamVideo
          streamKey={streamKeyOf(tile.serialNumber)}
          muted={!(hasSound && picked === slot)}
          shown={texts.picture === 'stream'}
          frozen={look === 'frozen'}
          onBlank={() => video?.send({ type: 'picture.blank' })}
        />
      )}
      {look === 'still' && passed !== null && (
        <span className="absolute inset-x-0 bottom-0 h-[3px] bg-(--vid-text)/30" aria-hidden="true">
          <span className="block h-full bg-mark" style={{ width: `${passed * 100}%` }} />
        </span>
      )}
      {size !== 'phone' && (
        <button
          type="button"
          className="absolute inset-0 focus-visible:shadow-ring"
          aria-label={t('videoWall.tile.pick', { name })}
          aria-pressed={picked === slot}
          onClick={() => screen.send({ type: 'tile.pick', slot })}
          onDoubleClick={() => screen.send({ type: 'large.toggle' })}
        />
      )}
      {hasActs && <TileActs {...props} tileRef={tileRef} name={name} />}
    </VideoFrame>
  );
}

function Caption({
  slot,
  size,
  name,
  serialNumber,
}: WallTileProps & { readonly name: string; readonly serialNumber: string }) {
  const t = useT();
  const now = useServerNow();
  const fleet = useFleet();
  const texts = useRobotText(useSelector(fleet, selectSites));
  const robot = useSelector(fleet, selectRobots).find((one) => one.serialNumber === serialNumber);
  const found = useSelector(useAlarms(), selectCasesByRobot).get(serialNumber);
  const alarm =
    found?.state === 'open'
      ? found.levelTwoAt === null
        ? t(EVENT_NAMES[found.event])
        : t('videoWall.alarm.levelTwoIn', {
            event: t(EVENT_NAMES[found.event]),
            time: clockText(found.levelTwoAt - now),
          })
      : null;
  const small = size === 'strip';
  return (
    <div className={classes('flex flex-none items-center gap-2 px-2.5', small ? 'h-[30px]' : 'h-11')}>
      <span className={NUMBER} aria-hidden="true">
        {slot}
      </span>
      <span className="min-w-0 flex-1">
        <b className={classes('block truncate font-medium', small ? 'text-12' : 'text-13/4')}>{name}</b>
        {!small && (
          <span className={classes('block truncate text-12/4', alarm === null ? 'text-text-2' : 'text-st-alarm-text')}>
            {alarm ?? (robot ? texts.reason(robot, now) || texts.task(robot) : '')}
          </span>
        )}
      </span>
      {robot &&
        (small ? (
          <StatusShape status={robot.live.status} label={t(statusKey(robot.live.status))} />
        ) : (
          <StatusPill status={robot.live.status} label={texts.status(robot)} />
        ))}
    </div>
  );
}
