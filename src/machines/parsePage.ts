/** The page of a list that an address names; 1 for what names none. */
export const parsePage = (text: string | undefined): number => (/^[1-9]\d{0,5}$/u.test(text ?? '') ? Number(text) : 1);
