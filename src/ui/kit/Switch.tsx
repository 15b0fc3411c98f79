/** An on/off switch with immediate effect. `waiting`: sent to the robot but not confirmed yet. */
import { isPressBlocked } from './isPressBlocked.ts';
import { TooltipContent } from './TooltipContent.tsx';
import { useTooltip } from './useTooltip.ts';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
  readonly waiting?: boolean | undefined;
  readonly disabledReason?: string | undefined;
}

export function Switch({ checked, onChange, label, waiting = false, disabledReason }: SwitchProps) {
  const { id, open, anchor, tip, anchorProps } = useTooltip(disabledReason === undefined);
  const blocked = disabledReason !== undefined;
  return (
    <>
      <button
        type="button"
        role="switch"
        className="switch"
        {...(blocked ? anchorProps : {})}
        ref={(element) => {
          anchor.current = element;
        }}
        aria-checked={checked}
        aria-label={label}
        aria-busy={waiting || undefined}
        aria-disabled={blocked || undefined}
        aria-describedby={blocked ? id : undefined}
        onClick={() => {
          if (!isPressBlocked(blocked)) onChange(!checked);
        }}
      />
      {blocked &&
        (open ? (
          <TooltipContent id={id} ref={tip} text={disabledReason} />
        ) : (
          <span id={id} hidden>
            {disabledReason}
          </span>
        ))}
    </>
  );
}
