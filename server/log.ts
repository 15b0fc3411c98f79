/** What the server's parts ask of a logger: pino and fastify's logger both fit. Fields first, then one calm sentence. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
