/**
 * Frame of a video: labels in the corners, an overlay when it is not live. The video itself is the child. Stale images
 * are hatched and outlined, never shown as live.
 */
import type { ReactNode } from 'react';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import VideoOff from 'lucide-react/icons/video-off';
import type { Glyph } from '../icons/glyph.ts';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { isPressBlocked } from './isPressBlocked.ts';

export type VideoLook = 'live' | 'opening' | 'stale' | 'failed' | 'off';

export interface VideoFrameProps {
  readonly look: VideoLook;
  /** Accessible name: "Front camera of Porter 1". */
  readonly label: string;
  /** Top left: "Front camera · 120 ms". */
  readonly source?: string | undefined;
  /** Top right: "720p · 4.8 Mb/s". */
  readonly quality?: ReactNode;
  /** Bottom left: timestamp of the image. */
  readonly time?: string | undefined;
  /** Bottom right: VideoAct buttons. */
  readonly acts?: ReactNode;
  /** Title on the overlay when the video is not live. */
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  /** Icon on the overlay; replaces that of `look`. */
  readonly icon?: Glyph | undefined;
  readonly veilActs?: ReactNode;
  /** Fills the window. The browser's full screen is not used, because it intercepts Escape. */
  readonly filled?: boolean | undefined;
  /** No rounded corners: the header of a phone's page. */
  readonly square?: boolean | undefined;
  /** A video element or a canvas. */
  readonly children?: ReactNode;
}

const ICON: Partial<Record<VideoLook, Glyph>> = { opening: LoaderCircle, failed: VideoOff, off: VideoOff };
const ICON_PX = 22;

export function VideoFrame({
  look,
  label,
  source,
  quality,
  time,
  acts,
  title,
  text,
  icon,
  veilActs,
  filled = false,
  square = false,
  children,
}: VideoFrameProps) {
  const picture = icon ?? ICON[look];
  return (
    <section
      className={classes(
        'video',
        look === 'stale' && 'video-stale',
        square && 'video-square',
        filled && 'video-filled',
      )}
      aria-label={label}
    >
      {children}
      {look !== 'live' && (
        <div className={classes('video-veil', look === 'stale' && 'video-veil-stale')} role="status">
          {picture !== undefined && (
            <Icon of={picture} size={ICON_PX} className={look === 'opening' ? 'spin' : undefined} />
          )}
          {title !== undefined && <b>{title}</b>}
          {text !== undefined && <p>{text}</p>}
          {veilActs !== undefined && <div className="video-veil-acts">{veilActs}</div>}
        </div>
      )}
      {source !== undefined && (
        <span className="video-plate video-tl">
          {look === 'live' && <span className="video-live" />}
          {source}
        </span>
      )}
      {quality !== undefined && <span className="video-plate video-tr">{quality}</span>}
      {time !== undefined && <span className="video-plate video-bl">{time}</span>}
      {acts !== undefined && <span className="video-plate video-br video-acts">{acts}</span>}
    </section>
  );
}

export interface VideoActProps {
  readonly label: string;
  readonly icon: Glyph;
  readonly onPress: () => void;
  readonly pressed?: boolean | undefined;
  readonly disabledReason?: string | undefined;
}

/** A button on the video. */
export function VideoAct({ label, icon, onPress, pressed, disabledReason }: VideoActProps) {
  const blocked = disabledReason !== undefined;
  return (
    <button
      type="button"
      title={disabledReason ?? label}
      aria-label={blocked ? `${label}. ${disabledReason}` : label}
      aria-pressed={pressed}
      aria-disabled={blocked || undefined}
      onClick={() => {
        if (!isPressBlocked(blocked)) onPress();
      }}
    >
      <Icon of={icon} size={15} />
    </button>
  );
}
