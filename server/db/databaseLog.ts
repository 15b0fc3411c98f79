/** The logger interface that the database code needs; pino implements it. Fields come first, then one sentence. */
export interface DatabaseLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
