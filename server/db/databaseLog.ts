/** What the database's own code asks of a logger: pino fits, and so does a test's. Fields first, then one sentence. */
export interface DatabaseLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
