/** The control that an event belongs to, by its accessible name and description; for a keyboard shortcut, the key. */
export interface PressedControl {
  element: Element | null;
  name: string;
  /** Why the control is disabled; empty when it is enabled. */
  reason: string;
  /** A control was pressed, whether or not it sends an event. */
  isPressed: boolean;
}

const CONTROLS =
  'button, a[href], summary, input, select, textarea, [role=button], [role=link], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=switch], [role=tab], [role=option], [role=checkbox], [role=radio], [role=slider], [role=application]';
const LONGEST = 80;
const LONGEST_REASON = 240;

export function controlOf(event: Event): PressedControl {
  const { target, type } = event;
  const shortcut = shortcutOf(event);
  if (shortcut !== '') return { element: null, name: shortcut, reason: '', isPressed: false };
  const found = target instanceof Element ? target.closest(CONTROLS) : null;
  if (!found) return { element: null, name: '', reason: '', isPressed: false };
  const isBlocked = found.getAttribute('aria-disabled') === 'true';
  return { element: found, name: nameOf(found), reason: isBlocked ? reasonOf(found) : '', isPressed: type === 'click' };
}

/** A key that the focused control does not handle itself: `Ctrl+K`, `W`. */
function shortcutOf({ target, key, ctrlKey, metaKey, altKey }: Event & Partial<KeyboardEvent>): string {
  if (key === undefined) return '';
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  const isOwn =
    control !== null &&
    (control.matches('input, select, textarea') || key === 'Enter' || key === ' ' || key.startsWith('Arrow'));
  const isWithModifier = ctrlKey === true || metaKey === true || altKey === true;
  if (isOwn && !isWithModifier) return '';
  return [
    ...(ctrlKey ? ['Ctrl'] : []),
    ...(metaKey ? ['⌘'] : []),
    ...(altKey ? ['Alt'] : []),
    key.length === 1 ? key.toUpperCase() : key,
  ].join('+');
}

const shortened = (text: string | null | undefined, longest = LONGEST): string => {
  const label = (text ?? '').replace(/\s+/gu, ' ').trim();
  return label.length > longest ? `${label.slice(0, longest - 1)}…` : label;
};

/** Never the control's value, which may have been typed. */
function nameOf(control: Element): string {
  const byId = (ids: string | null): string =>
    (ids ?? '')
      .split(' ')
      .map((id) => control.ownerDocument.getElementById(id)?.textContent ?? '')
      .join(' ');
  const isField = control.matches('input, select, textarea');
  const label = isField ? (control as HTMLInputElement).labels?.[0]?.textContent : control.textContent;
  return shortened(
    control.getAttribute('aria-label') ||
      byId(control.getAttribute('aria-labelledby')).trim() ||
      label ||
      control.getAttribute('title'),
  );
}

function reasonOf(control: Element): string {
  const described = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => control.ownerDocument.getElementById(id)?.textContent ?? '')
    .join(' ');
  // A menu item has its reason below its name, a checkbox in its label's tooltip.
  return shortened(
    described.trim() ||
      control.querySelector('small')?.textContent ||
      control.closest('[title]')?.getAttribute('title'),
    LONGEST_REASON,
  );
}
