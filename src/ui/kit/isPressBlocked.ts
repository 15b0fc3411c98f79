/** Whether a control that cannot be used takes no notice of a press. With peek on it does: what it would send is caught and explained. */
export const isPressBlocked = (blocked: boolean): boolean =>
  blocked && document.documentElement.dataset['peek'] !== 'on';
