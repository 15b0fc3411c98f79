/**
 * Answers a request whose body is left unread. The connection ends with the answer; what still comes is thrown away for a moment, since a
 * sender whose connection breaks off in the midst of sending does not read the answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Of somebody who is not known; of somebody who is, all that a call can have. */
const STRANGERS = { bytes: 1 << 20, ms: 2_000 } as const;
const KNOWN = { bytes: 64 << 20, ms: 30_000 } as const;

export function answerEarly(
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
