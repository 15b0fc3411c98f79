/** An icon-only button: its name is its tooltip and accessible name. */
import type { ComponentProps, MouseEvent } from 'react';
import type { Glyph } from '../icons/glyph.ts';
import { composeEventHandlers } from './composeEventHandlers.ts';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { isPressBlocked } from './isPressBlocked.ts';
import { TooltipContent } from './TooltipContent.tsx';
import { useMergedRef } from './useMergedRef.ts';
import { useTooltip } from './useTooltip.ts';

type Size = 's' | 'm' | 'l';
const SIZE: Record<Size, string> = { s: 'icon-btn-s', m: '', l: 'icon-btn-l' };
const ICON_PX: Record<Size, number> = { s: 16, m: 18, l: 20 };

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'children'> {
  readonly label: string;
  readonly icon?: Glyph | undefined;
  /** Two or three letters instead of an icon: the language. `label` must begin with them. */
  readonly letters?: string | undefined;
  readonly size?: Size | undefined;
  /** Set for a toggle button: its state. */
  readonly pressed?: boolean | undefined;
  readonly outlined?: boolean | undefined;
  /** Number of items that need attention; 0 shows nothing. `label` must contain it too. */
  readonly count?: number | undefined;
  readonly disabledReason?: string | undefined;
}

export function IconButton({
  label,
  icon,
  letters,
  size = 'm',
  pressed,
  outlined = false,
  count = 0,
  disabledReason,
  className,
  onClick,
  ref,
  ...rest
}: IconButtonProps) {
  const blocked = disabledReason !== undefined;
  const { id, open, anchor, tip, anchorProps } = useTooltip(!blocked);
  const merged = useMergedRef(anchor, ref);
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isPressBlocked(blocked)) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <button
        type="button"
        {...composeEventHandlers(rest, anchorProps)}
        ref={merged}
        className={classes('icon-btn', SIZE[size], outlined && 'icon-btn-outlined', className)}
        onClick={press}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={blocked || undefined}
        aria-describedby={blocked ? id : undefined}
      >
        {icon !== undefined && <Icon of={icon} size={ICON_PX[size]} />}
        {letters}
        {count > 0 && (
          <b className="count" aria-hidden="true">
            {count}
          </b>
        )}
      </button>
      {open ? (
        <TooltipContent id={id} ref={tip} title={blocked ? label : undefined} text={disabledReason ?? label} />
      ) : (
        blocked && (
          <span id={id} hidden>
            {disabledReason}
          </span>
        )
      )}
    </>
  );
}
