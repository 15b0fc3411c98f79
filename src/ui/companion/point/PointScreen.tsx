/** A point whose label was scanned: its name and location, and sending a robot to it. */
import '../../styles/companionPoint.css';
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleX from 'lucide-react/icons/circle-x';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Lock from 'lucide-react/icons/lock';
import MapPin from 'lucide-react/icons/map-pin';
import MapPinOff from 'lucide-react/icons/map-pin-off';
import { useEffect, useRef, type ReactNode } from 'react';
import type { PictureAbout, Surroundings } from '../../../../contract/endpoints/pointLabels.ts';
import { toDegrees } from '../../../../contract/rules/mapFrame.ts';
import {
  type Point,
  selectIsSendingRobot,
  selectPoint,
  selectPointState,
  selectSentCommand,
} from '../../../machines/companion/companion.selectors.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { useCompanion, useT } from '../CompanionContext.ts';
import { Frame } from '../Frame.tsx';
import { Outcome } from '../Outcome.tsx';
import { RobotChoice } from './RobotChoice.tsx';
import { SentRobot } from './SentRobot.tsx';

export function PointScreen({ part }: { readonly part: Point }) {
  const t = useT();
  const { root } = useCompanion();
  const state = useSelector(part, selectPointState);
  const { found, failure } = useSelector(part, selectPoint);
  if (state === 'shown' && found) return <Shown part={part} />;
  return (
    <Frame
      title={t('companion.point.title')}
      dock={
        state !== 'looking' && (
          <>
            <Button variant="primary" size="l" wide onClick={() => root.send({ type: 'scanner.open' })}>
              {t('companion.scanAgain')}
            </Button>
            <Button size="l" wide onClick={() => root.send({ type: 'screen.close' })}>
              {t('common.done')}
            </Button>
          </>
        )
      }
    >
      {state === 'looking' && <Outcome tone="plain" icon={LoaderCircle} busy title={t('companion.point.looking')} />}
      {state === 'gone' && (
        <Outcome tone="bad" icon={MapPinOff} title={t('companionPoint.gone')} text={t('companionPoint.goneText')} />
      )}
      {state === 'foreign' && (
        <Outcome tone="bad" icon={Lock} title={t('companionPoint.foreign')} text={t('companionPoint.foreignText')} />
      )}
      {state === 'failed' && (
        <Outcome
          tone="bad"
          icon={CircleX}
          title={t('companion.point.failed')}
          text={failure ? t.failure(failure) : undefined}
        >
          <Button onClick={() => part.send({ type: 'point.retry' })}>{t('common.retry')}</Button>
        </Outcome>
      )}
    </Frame>
  );
}

function Shown({ part }: { readonly part: Point }) {
  const t = useT();
  const { found, picture: file, chosen, failure } = useSelector(part, selectPoint);
  const sending = useSelector(part, selectIsSendingRobot);
  const sent = useSelector(part, selectSentCommand);
  if (!found) return null;
  const { point, surroundings, picture, robots } = found;
  const robot = robots?.find(({ serialNumber }) => serialNumber === (sent?.serialNumber ?? chosen)) ?? null;
  const mapLabel = t('companionPoint.map', { name: point.name });
  const ready = robots?.some(({ obstacle }) => obstacle === null) ?? false;
  const why =
    robot === null
      ? t('companionPoint.send.chooseFirst')
      : robot.obstacle === null
        ? undefined
        : t.failure({ code: robot.obstacle, said: '' });
  return (
    <Frame
      title={t('companion.point.title')}
      dock={
        sent ? (
          <Button size="l" wide onClick={() => part.send({ type: 'command.close' })}>
            {t('companionPoint.sent.again')}
          </Button>
        ) : (
          robots !== null &&
          ready && (
            <Button
              variant="primary"
              size="l"
              wide
              busy={sending}
              disabledReason={why}
              onClick={() => part.send({ type: 'robot.send' })}
            >
              {robot ? t('companionPoint.send.accept', { name: robot.name }) : t('companionPoint.send.title')}
            </Button>
          )
        )
      }
    >
      <section className="card card-clip" aria-label={point.name}>
        {surroundings && (
          <SmallMap reach={surroundings.reach} label={mapLabel}>
            <Walls around={surroundings} />
          </SmallMap>
        )}
        {picture && file && (
          <SmallMap reach={PICTURE_REACH_M} label={mapLabel}>
            <MapPicture about={picture} file={file} />
          </SmallMap>
        )}
        <div className="grid gap-2.5 p-4">
          <h2 className="flex items-center gap-2 text-20 wrap-anywhere">
            {!surroundings && !(picture && file) && <Icon of={MapPin} size={20} />}
            {point.name}
          </h2>
          <dl className="facts grid-cols-[auto_1fr] items-baseline">
            <dt>{t('companionPoint.floor')}</dt>
            <dd>{t('companionPoint.where', { floor: point.map.floor, map: point.map.name })}</dd>
            {point.site !== '' && (
              <>
                <dt>{t('companion.bind.site')}</dt>
                <dd>{point.site}</dd>
              </>
            )}
            {point.kinds.length > 0 && (
              <>
                <dt>{t('companionPoint.kinds')}</dt>
                <dd>{point.kinds.join(' · ')}</dd>
              </>
            )}
          </dl>
        </div>
      </section>
      {sent ? (
        <SentRobot command={sent} robot={robot?.name ?? sent.serialNumber} />
      ) : (
        <RobotChoice part={part} robots={robots} chosen={chosen} />
      )}
      {failure && (
        <p className="field-error" role="alert">
          <Icon of={CircleAlert} size={14} />
          {t.failure(failure)}
        </p>
      )}
    </Frame>
  );
}

/** Metres shown to each side on an image map, the same as on a drawn plan. */
const PICTURE_REACH_M = 8;

/** North is up; the point is centred. */
function SmallMap({
  reach,
  label,
  children,
}: {
  readonly reach: number;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const high = reach / 2;
  return (
    <svg
      className="block aspect-2/1 w-full border-b border-line bg-map-floor"
      role="img"
      aria-label={label}
      viewBox={`${-reach} ${-high} ${2 * reach} ${2 * high}`}
      preserveAspectRatio="xMidYMid slice"
    >
      {children}
      <circle r="0.9" className="fill-mark opacity-22" />
      <circle r="0.45" className="fill-mark stroke-map-halo stroke-[0.14]" />
    </svg>
  );
}

function Walls({ around: { x, y, walls, outerWalls, rooms } }: { readonly around: Surroundings }) {
  const path = (lines: Surroundings['walls']): string =>
    lines.map(([[ax, ay], [bx, by]]) => `M${ax - x} ${y - ay}L${bx - x} ${y - by}`).join('');
  return (
    <>
      {rooms.map((room) => (
        <rect
          key={`${room.x} ${room.y} ${room.w} ${room.h}`}
          className="fill-map-room"
          x={room.x - x}
          y={y - room.y - room.h}
          width={room.w}
          height={room.h}
        />
      ))}
      <path className="fill-none stroke-map-wall stroke-[0.16] [stroke-linecap:square]" d={path(walls)} />
      <path className="fill-none stroke-(--map-outer) stroke-[0.26] [stroke-linecap:square]" d={path(outerWalls)} />
    </>
  );
}

function MapPicture({
  about: { width, height, column, row, resolution, yaw },
  file,
}: {
  readonly about: PictureAbout;
  readonly file: Blob;
}) {
  const image = useRef<SVGImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    image.current?.setAttribute('href', address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return (
    <image
      ref={image}
      className="dark:[filter:brightness(0.55)]"
      x={-column * resolution}
      y={-row * resolution}
      width={width * resolution}
      height={height * resolution}
      transform={`rotate(${-toDegrees(yaw)})`}
      preserveAspectRatio="none"
    />
  );
}
