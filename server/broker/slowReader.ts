/**
 * Keeps slow readers from delaying other clients. By default the broker counts a message as forwarded only once every
 * reader has room again, so one browser that stops reading would block the robots' messages, and a dead connection with
 * many queued messages would delay everyone.
 */
import type { Duplex } from 'node:stream';
import { UNREAD_MAX_BYTES, UNREAD_MAX_MS } from '../../contract/rules/messageLimits.ts';

/**
 * Reports every write as done at once, and ends the connection when too much is unread, or is unread for too long. The
 * longest queued message is not counted, so that a message longer than the limit can still be delivered.
 */
export function endSlowReader(stream: Duplex, onEnded: (reason: string) => void): void {
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  let longest = 0;
  let late: NodeJS.Timeout | undefined;
  const end = (reason: string): void => {
    if (stream.destroyed) return;
    onEnded(reason);
    stream.destroy();
  };

  stream.write = ((...given: unknown[]) => {
    const before = stream.writableLength;
    const hasRoom = write(...given);
    longest = Math.max(before === 0 ? 0 : longest, stream.writableLength - before);
    if (hasRoom || stream.destroyed) return true;
    late ??= setTimeout(end, UNREAD_MAX_MS, `${UNREAD_MAX_MS / 1_000} s without reading`);
    if (stream.writableLength - longest > UNREAD_MAX_BYTES) end(`${stream.writableLength} bytes unread`);
    return true;
  }) as Duplex['write'];
  const clear = (): void => {
    clearTimeout(late);
    late = undefined;
  };
  stream.on('drain', clear);
  stream.once('close', clear);
}
