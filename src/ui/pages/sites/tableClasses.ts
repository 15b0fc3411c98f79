/** Classes of the tables in the cards of this page. */
export const TABLE = 'w-full border-collapse text-13';
export const HEAD = 'h-9 bg-surface-2 px-3 text-left text-12 font-medium whitespace-nowrap text-text-2 first:pl-4';
export const CELL = 'h-row border-t border-line px-3 py-1.5 first:pl-4';
