/** Whether a disabled control ignores a press. In dry-run mode it does not: its event is intercepted and explained. */
export const isPressBlocked = (blocked: boolean): boolean =>
  blocked && document.documentElement.dataset['peek'] !== 'on';
