/**
 * How often a test sends `kill -9`. Each kill starts a server, which takes seconds: a few find what breaks always;
 * ROUNDHOUSE_KILLS=20 is for changes to what they are about.
 */
export const KILLS = Number(process.env.ROUNDHOUSE_KILLS ?? 8);
