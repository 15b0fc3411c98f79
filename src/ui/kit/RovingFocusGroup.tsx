/**
 * A group of buttons with one tab stop; arrows, Home and End move the focus between them. Radix's roving focus, with two changes:
 * - The group itself is not focusable. Radix lets Shift+Tab out of a focusable group only by handling the key, but the inspector's replay
 *   stops key events before the page sees them, so the focus would stay in the group.
 * - Shift with an arrow is handled, too. Radix ignores it, and on a robot's page an unhandled arrow drives the robot.
 */
import { RovingFocus } from 'radix-ui/internal';
import { useState } from 'react';
import type { ComponentProps, FocusEvent, KeyboardEvent, ReactNode } from 'react';

export interface RovingFocusGroupProps {
  readonly label: string;
  readonly className: string;
  /** Item ids in order. */
  readonly ids: readonly string[];
  /** The item with the tab stop, if a machine stores it; if omitted, the group stores it. */
  readonly tabStop?: string | undefined;
  /** Shown although focus is elsewhere, as in a replay. */
  readonly isOpen?: boolean;
  readonly onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
  readonly children: ReactNode;
}

const preventShiftedArrow = (event: KeyboardEvent): void => {
  if (event.shiftKey && event.key.startsWith('Arrow')) event.preventDefault();
};

export function RovingFocusGroup({ label, className, ids, tabStop, isOpen, onBlur, children }: RovingFocusGroupProps) {
  const [focused, setFocused] = useState<string | null>(null);
  // The last focused item can be gone.
  const own = focused !== null && ids.includes(focused) ? focused : (ids[0] ?? null);
  return (
    <RovingFocus.Root
      className={className}
      role="group"
      data-open={isOpen || undefined}
      aria-label={label}
      tabIndex={-1}
      loop
      currentTabStopId={tabStop ?? own}
      onCurrentTabStopIdChange={setFocused}
      onBlur={onBlur}
      onKeyDown={preventShiftedArrow}
    >
      {children}
    </RovingFocus.Root>
  );
}

export interface RovingFocusItemProps extends Omit<ComponentProps<'button'>, 'id' | 'type' | 'tabIndex'> {
  /** Unique within its group. */
  readonly id: string;
}

export function RovingFocusItem({ id, ...rest }: RovingFocusItemProps) {
  return (
    <RovingFocus.Item asChild tabStopId={id}>
      <button type="button" {...rest} />
    </RovingFocus.Item>
  );
}
