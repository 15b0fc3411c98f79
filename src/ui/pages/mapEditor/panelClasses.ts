/** Classes of the rows and warnings in the side panels. */
export const ROW = 'flex items-start gap-2 border-t border-line py-[7px] text-13';
export const ROW_NOTE = 'block text-12 text-text-2';
export const ROW_MARK = 'ml-1.5 text-12 text-(--link) not-italic';
export const WARNING = 'mb-2.5 rounded bg-attn-soft px-3 py-2 text-13 text-attn-text';
