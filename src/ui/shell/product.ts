/** Product name, the same in every language. */
export const PRODUCT = 'Roundhouse';
