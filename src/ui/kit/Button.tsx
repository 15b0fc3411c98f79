/**
 * The button. A disabled one keeps its place, label and focus, and explains why: pass `disabledReason` instead of
 * removing it.
 */
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { Glyph } from '../icons/glyph.ts';
import { composeEventHandlers } from './composeEventHandlers.ts';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { isPressBlocked } from './isPressBlocked.ts';
import { TooltipContent } from './TooltipContent.tsx';
import { useMergedRef } from './useMergedRef.ts';
import { useTooltip } from './useTooltip.ts';

/** `dangerFill` is only for the final button of a destructive confirmation. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'dangerFill';
export type ButtonSize = 's' | 'm' | 'l';

const VARIANT: Record<ButtonVariant, string> = {
  primary: 'btn-primary',
  secondary: 'btn-secondary',
  ghost: 'btn-ghost',
  danger: 'btn-danger',
  dangerFill: 'btn-danger-fill',
};
const SIZE: Record<ButtonSize, string> = { s: 'btn-s', m: '', l: 'btn-l' };
const ICON_PX: Record<ButtonSize, number> = { s: 14, m: 16, l: 18 };

/** Button styles for a link. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'm'): string {
  return classes('btn', VARIANT[variant], SIZE[size]);
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly icon?: Glyph | undefined;
  readonly iconEnd?: Glyph | undefined;
  /** Icon above label: the actions in a phone's dock. */
  readonly stacked?: boolean | undefined;
  readonly wide?: boolean | undefined;
  /** The button's action is in progress; further presses are ignored. */
  readonly busy?: boolean | undefined;
  /** Why it is disabled, derived from the guard that blocks it. */
  readonly disabledReason?: string | undefined;
  /** Bold first line of that tooltip: "Lights cannot be used now". */
  readonly disabledTitle?: string | undefined;
  /** Tooltip of an enabled button. */
  readonly tip?: string | undefined;
  /** Keyboard shortcut for the same action. */
  readonly keyHint?: string | undefined;
  readonly children?: ReactNode;
}

export function Button({
  variant = 'secondary',
  size = 'm',
  icon,
  iconEnd,
  stacked = false,
  wide = false,
  busy = false,
  disabledReason,
  disabledTitle,
  tip: tipText,
  keyHint,
  className,
  children,
  onClick,
  ref,
  ...rest
}: ButtonProps) {
  const blocked = disabledReason !== undefined;
  const { id, open, anchor, tip, anchorProps } = useTooltip(!blocked);
  const merged = useMergedRef(anchor, ref);
  const text = disabledReason ?? tipText;
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isPressBlocked(blocked || busy)) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <button
        type="button"
        {...(text === undefined ? rest : composeEventHandlers(rest, anchorProps))}
        ref={merged}
        className={classes(buttonClass(variant, size), stacked && 'btn-stacked', wide && 'btn-wide', className)}
        onClick={press}
        aria-disabled={blocked || undefined}
        aria-busy={busy || undefined}
        aria-describedby={text === undefined ? rest['aria-describedby'] : id}
      >
        {busy ? (
          <Icon of={LoaderCircle} size={ICON_PX[size]} className="spin" />
        ) : (
          icon !== undefined && <Icon of={icon} size={stacked ? ICON_PX.l : ICON_PX[size]} />
        )}
        {children}
        {iconEnd !== undefined && <Icon of={iconEnd} size={ICON_PX.s} />}
        {keyHint !== undefined && <kbd aria-hidden="true">{keyHint}</kbd>}
      </button>
      {text !== undefined &&
        (open ? (
          <TooltipContent id={id} ref={tip} title={blocked ? disabledTitle : undefined} text={text} />
        ) : (
          // Screen readers announce the reason with the name, without waiting for the tooltip.
          <span id={id} hidden>
            {blocked && disabledTitle !== undefined ? `${disabledTitle} ${text}` : text}
          </span>
        ))}
    </>
  );
}
