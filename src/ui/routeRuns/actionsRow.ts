/** A row of buttons that wraps; on a phone they share its width. */
export const ACTIONS_ROW = 'flex flex-wrap gap-2 max-desk:[&>.btn]:min-h-11 [&>.btn]:min-w-0 max-desk:[&>.btn]:flex-1';
