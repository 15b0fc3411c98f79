/**
 * Answers a request whose body is left unread. The connection closes after the response. Further data is discarded for
 * a moment, because a client whose connection breaks while it sends does not read the response.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** For unidentified clients; an identified client can send as much as any call allows. */
const STRANGERS = { bytes: 1 << 20, ms: 2_000 } as const;
const KNOWN = { bytes: 64 << 20, ms: 30_000 } as const;

export function respondWithoutBody(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, text, known }: { headers: Readonly<Record<string, string>>; text: string; known: boolean },
): void {
  const most = known ? KNOWN : STRANGERS;
  response.writeHead(200, { ...headers, connection: 'close', 'content-length': String(Buffer.byteLength(text)) });
  response.write(text);
  let left: number = most.bytes;
  const end = () => {
    clearTimeout(timer);
    request.off('data', count);
    if (!response.writableEnded) response.end();
  };
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, most.ms);
  timer.unref();
  request.on('error', end).once('end', end).once('close', end).on('data', count);
  request.resume();
}
