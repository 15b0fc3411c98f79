/** The browser's time zone, for times that belong to no site (design 13). */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
