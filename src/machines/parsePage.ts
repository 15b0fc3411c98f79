/** The page number in a URL; 1 when it is absent or invalid. */
export const parsePage = (text: string | undefined): number => (/^[1-9]\d{0,5}$/u.test(text ?? '') ? Number(text) : 1);
