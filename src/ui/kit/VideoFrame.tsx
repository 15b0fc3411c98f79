/**
 * Frame of a video: labels in the corners, an overlay when it is not live. The video itself is the child. Stale images
 * are hatched and outlined, never shown as live.
 */
import type { ReactNode } from 'react';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
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
  /** The delay is too long: a warning sign instead of the dot of a live image. */
  readonly slow?: boolean | undefined;
  /** Instead of the dot of a live image: the image is not live. */
  readonly sign?: Glyph | undefined;
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
  /** The header of a phone's page: no rounded corners, and the actions at the left of the inset map. */
  readonly phone?: boolean | undefined;
  /** Size of the frame that does not fill the window. */
  readonly className?: string | undefined;
  /** A video element or a canvas. */
  readonly children?: ReactNode;
}

const ICON: Partial<Record<VideoLook, Glyph>> = { opening: LoaderCircle, failed: VideoOff, off: VideoOff };
const ICON_PX = 22;
const FRAME = 'overflow-hidden bg-(--vid) text-(color:--vid-text)';
/** A stale image has an outline above everything. */
const STALE =
  'after:pointer-events-none after:absolute after:inset-0 after:rounded-[inherit] after:inset-ring-3 after:inset-ring-attn';
const VEIL =
  'absolute inset-0 flex flex-col items-center justify-center gap-1.5 px-4 py-8 text-center text-13 text-(color:--vid-text-2)';
/** A phone shows the video as an inset of the map without labels. */
const PLATE =
  'absolute inline-flex h-6 items-center rounded-in bg-(--vid-plate) text-[11px]/4 font-medium whitespace-nowrap text-(color:--vid-text) group-data-[large=map]/picture:hidden';

const LABEL = 'gap-1.5 px-2';
const ACTS = 'gap-0.5 px-0.5 max-desk:h-8';

/** Corners of the actions and of the time. Stop and the inset map keep theirs. */
const CORNERS: Record<'desk' | 'deskFilled' | 'phone' | 'phoneFilled', { acts: string; time: string }> = {
  desk: { acts: 'right-2 bottom-2', time: 'bottom-2 left-2' },
  deskFilled: { acts: 'bottom-2 left-2', time: 'bottom-10 left-2' },
  phone: { acts: 'bottom-2 left-2', time: 'top-2 right-2' },
  phoneFilled: { acts: 'top-2 right-2', time: 'top-12 right-2' },
};

export function VideoFrame({
  look,
  label,
  source,
  slow = false,
  sign,
  quality,
  time,
  acts,
  title,
  text,
  icon,
  veilActs,
  filled = false,
  phone = false,
  className = 'aspect-video',
  children,
}: VideoFrameProps) {
  const picture = icon ?? ICON[look];
  const corners = CORNERS[phone ? (filled ? 'phoneFilled' : 'phone') : filled ? 'deskFilled' : 'desk'];
  return (
    <section
      className={classes(
        FRAME,
        look === 'stale' && STALE,
        filled ? 'fixed inset-0 z-30' : classes('relative', !phone && 'rounded-lg', className),
      )}
      aria-label={label}
    >
      {children}
      {look !== 'live' && (
        <div
          className={classes(
            VEIL,
            look === 'stale' ? '[background:var(--vid-hatch),var(--vid-veil-thin)]' : 'bg-(--vid-veil)',
          )}
          role="status"
        >
          {picture !== undefined && (
            <Icon of={picture} size={ICON_PX} className={look === 'opening' ? 'spin' : undefined} />
          )}
          {title !== undefined && <b>{title}</b>}
          {text !== undefined && (
            <p className="text-12 text-(color:--vid-text-3) group-data-[large=map]/picture:hidden">{text}</p>
          )}
          {veilActs !== undefined && <div className="mt-1.5 flex gap-2">{veilActs}</div>}
        </div>
      )}
      {source !== undefined && (
        <span className={classes(PLATE, LABEL, 'top-2 left-2')}>
          {sign !== undefined && <Icon of={sign} size={12} />}
          {look === 'live' &&
            sign === undefined &&
            (slow ? (
              <Icon of={TriangleAlert} size={12} className="text-attn" />
            ) : (
              <span className="size-[7px] rounded-full bg-(--vid-live)" />
            ))}
          {source}
        </span>
      )}
      {quality !== undefined && <span className={classes(PLATE, LABEL, 'top-2 right-2')}>{quality}</span>}
      {time !== undefined && <span className={classes(PLATE, LABEL, corners.time)}>{time}</span>}
      {acts !== undefined && <span className={classes(PLATE, ACTS, corners.acts)}>{acts}</span>}
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
      className="grid h-6 w-[26px] place-items-center rounded-[4px] text-current hover:bg-(--vid-text)/16 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 max-desk:h-8 max-desk:w-9"
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
