/** How long a server can be silent on its database, ms: after that it is taken for dead. */
export const SILENT_MS = 10_000;
