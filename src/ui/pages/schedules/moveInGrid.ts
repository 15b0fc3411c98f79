/** Arrow keys move the focus between the runs of the timetable: by day, and to the nearest row with a run on that day. */
import type { KeyboardEvent } from 'react';

const CELL = '[data-day]';

export function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const cell = target.closest<HTMLElement>(CELL);
  if (!cell || target.tagName !== 'BUTTON') return;
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>(`${CELL} button`)];
  const at = buttons.indexOf(target);
  const { day } = cell.dataset;
  const isSameDay = (button: HTMLElement): boolean => button.closest<HTMLElement>(CELL)?.dataset['day'] === day;
  const isSameRow = (button: HTMLElement): boolean => button.closest('[role="row"]') === cell.closest('[role="row"]');
  const before = buttons.slice(0, Math.max(0, at)).reverse();
  const after = buttons.slice(at + 1);
  const next = {
    ArrowRight: after.find(isSameRow),
    ArrowLeft: before.find(isSameRow),
    ArrowDown: after.find(isSameDay),
    ArrowUp: before.find(isSameDay),
  }[key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
