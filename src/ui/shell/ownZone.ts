/** The zone of this browser: for times that belong to no site (design 13). */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
