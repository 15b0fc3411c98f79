/** Texts and looks of a tile in each of its states. An old picture always has its age. Pure. */
import Timer from 'lucide-react/icons/timer';
import VideoOff from 'lucide-react/icons/video-off';
import Lock from 'lucide-react/icons/lock';
import Users from 'lucide-react/icons/users';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { Robot } from '../../../../contract/entities/robot.ts';
import type { TileLook } from '../../../machines/videoWall/videoTile.selectors.ts';
import type { TileContext } from '../../../machines/videoWall/videoTile.setup.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Glyph } from '../../icons/glyph.ts';
import type { VideoLook } from '../../kit/VideoFrame.tsx';
import { qualityWord } from '../../video/videoTexts.ts';

export interface TileFactsShown {
  readonly t: Translate;
  readonly look: TileLook;
  readonly tile: TileContext;
  readonly robot: Robot | undefined;
  /** Quality that is asked for now. */
  readonly quality: '360p' | '720p';
  readonly slow: boolean;
  /** The still picture is older than it should be. */
  readonly late: boolean;
  readonly now: number;
  readonly age: (ms: number) => string;
  /** '14:32:06' */
  readonly time: (at: number) => string;
  readonly pictureAt: number | null;
}
export interface TileTexts {
  readonly look: VideoLook;
  /** What is on the screen: the stream, the kept picture, or nothing. */
  readonly picture: 'stream' | 'still' | 'none';
  readonly source?: string;
  readonly sign?: Glyph;
  readonly aside?: string;
  readonly title?: string;
  readonly text?: string;
  readonly icon?: Glyph;
  readonly canRetry?: boolean;
}

/** Why there is no newer picture. */
function lateText(facts: TileFactsShown): string {
  const { t, tile } = facts;
  const { problem } = tile;
  if (problem === 'tooManyViewers') return viewersText(facts);
  return t(problem === 'failed' ? 'shared.videoBlocked' : 'videoWall.tile.lateText');
}

/** Names nobody while the robot counts fewer viewers than there are names: somebody named is gone. */
const viewersText = ({ t, tile: { viewers }, robot }: TileFactsShown): string =>
  viewers.length === 0 || viewers.length > (robot?.live.watching?.viewers ?? viewers.length)
    ? t('videoWall.tile.fullText')
    : t('videoWall.tile.fullBy', {
        count: viewers.length,
        names: viewers.slice(0, VIEWERS_NAMED).join(t('shared.listSeparator')),
      });

/** The problem that the robot reports while its camera is unplugged. */
const CAMERA_PROBLEM = 'cameraUnplugged';
const VIEWERS_NAMED = 3;

export function tileTexts(facts: TileFactsShown): TileTexts {
  const { t, look, tile, robot, quality, slow, late, now, age, time, pictureAt } = facts;
  const { stillAt, openingSince, figures, isLimited, stillSeconds } = tile;
  switch (look) {
    case 'live': {
      const delay = figures?.delay ?? null;
      return {
        look: 'live',
        picture: 'stream',
        source: delay === null ? t('shell.links.live') : t('videoWall.tile.liveDelay', { ms: delay }),
        aside: slow ? t('shared.qualitySlow', { quality }) : qualityWord(t, quality),
      };
    }
    case 'frozen':
      return {
        look: 'stale',
        picture: 'stream',
        title: t('shared.imageIsAgeOld', { age: age(now - (pictureAt ?? now)) }),
        text: t('shared.retrying'),
      };
    case 'still': {
      const old = { age: age(now - (stillAt ?? now)) };
      const next = age(Math.max(0, (stillAt ?? now) + stillSeconds * 1_000 - now));
      const aside = isLimited ? t('videoWall.tile.limited') : t('videoWall.tile.next', { age: next });
      return late
        ? {
            look: 'stale',
            picture: 'still',
            title: t('videoWall.tile.late', old),
            text: lateText(facts),
            aside,
            canRetry: true,
          }
        : { look: 'live', picture: 'still', source: t('videoWall.tile.still', old), sign: Timer, aside };
    }
    case 'opening': {
      const seconds = Math.max(0, Math.round((now - (openingSince ?? now)) / 1_000));
      return { look: 'opening', picture: 'none', title: t('videoWall.tile.opening', { seconds }) };
    }
    case 'offline':
      return {
        look: stillAt === null ? 'failed' : 'stale',
        picture: stillAt === null ? 'none' : 'still',
        icon: WifiOff,
        title: stillAt === null ? t('status.offline') : t('videoWall.tile.last', { age: age(now - stillAt) }),
        text:
          robot?.live.at === null || robot === undefined
            ? t('videoWall.tile.offlineText')
            : t('videoWall.tile.offlineSince', { time: time(robot.live.at) }),
      };
    case 'unplugged': {
      const problem = robot?.live.problems.find(({ type }) => type === CAMERA_PROBLEM);
      return {
        look: 'failed',
        picture: 'none',
        title: t('videoWall.tile.unplugged'),
        text: problem
          ? t('videoWall.tile.unpluggedSince', { time: time(problem.since) })
          : t('videoWall.tile.unpluggedText'),
      };
    }
    case 'noCamera':
      return {
        look: 'off',
        picture: 'none',
        title: t('shared.noCamera'),
        text: t('videoWall.tile.noCameraText'),
      };
    case 'forbidden':
      return {
        look: 'off',
        picture: 'none',
        icon: Lock,
        title: t('videoWall.tile.forbidden'),
        text: t('videoWall.tile.forbiddenText'),
        canRetry: true,
      };
    case 'full':
      return {
        look: 'failed',
        picture: 'none',
        icon: Users,
        title: t('videoWall.tile.full'),
        text: viewersText(facts),
        canRetry: true,
      };
    case 'resting':
      return {
        look: 'off',
        picture: 'none',
        title: t('shared.videoPaused'),
        text: t('shared.tabHidden'),
      };
    case 'failed':
      return {
        look: 'failed',
        picture: 'none',
        icon: VideoOff,
        title: t('shared.couldntGetVideo'),
        text: t('shared.videoBlocked'),
        canRetry: true,
      };
  }
}
