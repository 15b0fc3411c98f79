/** Unique request id of 32 hex digits (spec 7). getRandomValues works on plain http too, randomUUID does not. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const requestId = (): string => randomHex(16);
