/** Says that a robot is seen or heard by somebody now, as it reports itself; nothing while it is not. */
import Eye from 'lucide-react/icons/eye';
import type { ComponentProps } from 'react';
import type { Watching } from '../../../contract/rules/watching.ts';
import type { Translate } from '../hooks/translate.ts';
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';

export interface WatchedMarkProps {
  readonly watching: Watching | undefined;
  /** The icon alone, where there is no room for text. */
  readonly bare?: boolean;
}

const ICON_PX = 13;
const TEXT = 'inline-flex flex-none items-center gap-1 text-12 whitespace-nowrap text-text-2';

const watchingText = (t: Translate, { viewers, listening }: Watching): string => {
  const [seen, heard] = [
    t('shell.watched.viewers', { count: viewers }),
    t('shell.watched.listening', { count: listening }),
  ];
  if (listening === 0) return seen;
  return viewers === 0 ? heard : t('shell.watched.both', { seen, heard });
};

export function WatchedMark({ watching, bare = false }: WatchedMarkProps) {
  const t = useT();
  if (!watching) return null;
  const text = watchingText(t, watching);
  return bare ? (
    <span role="img" className="flex-none text-text-2" aria-label={text} title={text}>
      <Icon of={Eye} size={ICON_PX} />
    </span>
  ) : (
    <span className={TEXT} title={text}>
      <Icon of={Eye} size={ICON_PX} />
      {text}
    </span>
  );
}

/** On a picture of the robot: everybody who sees it sees that it is watched. */
export function WatchedLamp({ watching }: Pick<WatchedMarkProps, 'watching'>) {
  const t = useT();
  if (!watching) return null;
  const text = watchingText(t, watching);
  return (
    <span role="img" className="inline-flex flex-none items-center gap-1 tabular-nums" aria-label={text} title={text}>
      <Icon of={Eye} size={ICON_PX} />
      {Math.max(watching.viewers, watching.listening)}
    </span>
  );
}

export interface WatchedButtonProps extends Required<Pick<WatchedMarkProps, 'bare'>>, ComponentProps<'button'> {
  readonly watching: Watching;
}

/** The mark, which opens the list of names. */
export function WatchedButton({ watching, bare, className, ...button }: WatchedButtonProps) {
  const t = useT();
  const text = watchingText(t, watching);
  return (
    <button
      {...button}
      type="button"
      className={classes(TEXT, 'rounded px-1 hover:bg-hover max-desk:min-h-11', className)}
      aria-label={t('shell.watched.open', { watching: text })}
    >
      <Icon of={Eye} size={ICON_PX} />
      {!bare && text}
    </button>
  );
}
