/** Fetches the picture that a call shows on the robot's screen, and checks that it is the announced one. */
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { FILE_RULES } from '../../contract/rules/files.ts';
import type { CallActCommand, CallImage } from '../../contract/wire/calls.ts';

const LATE_MS = 10_000;

/**
 * @param caPem certificate of the server's own authority
 * @throws Error if the server stays away or refuses, or if the bytes are not those of the picture
 */
export async function fetchImage({ url, sha256 }: CallImage, caPem?: string): Promise<Uint8Array> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const request = send(url, caPem ? { ca: caPem } : {}, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > FILE_RULES.callPicture.maxBytes) request.destroy(new Error('the picture is too large'));
        chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(Buffer.concat(chunks))
          : reject(new Error(`HTTP ${response.statusCode ?? 0}`)),
      );
    });
    request.setTimeout(LATE_MS, () => request.destroy(new Error('the picture did not come in time')));
    request.on('error', reject);
    request.end();
  });
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error('the picture is not the one that was announced');
  return bytes;
}

/**
 * What robots are asked to say and show, each robot's one after the other: a picture that is still being fetched must not
 * replace a later one. A picture that cannot be fetched is left out, so that the screen reports what it really shows.
 */
export function inOrder(
  fetchOne: (image: CallImage) => Promise<unknown>,
  carryOut: (serialNumber: string, command: CallActCommand) => void,
  warn: (fields: Record<string, unknown>, message: string) => void,
): (serialNumber: string, command: CallActCommand) => void {
  const last = new Map<string, Promise<void>>();
  return (serialNumber, command) => {
    const { image } = command;
    const before = last.get(serialNumber);
    if (!image && !before) return carryOut(serialNumber, command);
    const next = Promise.resolve(before)
      .then(() => image && fetchOne(image))
      .then(
        () => carryOut(serialNumber, command),
        (error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          warn({ robot: serialNumber, reason }, 'a picture for a call could not be fetched');
          carryOut(serialNumber, { ...command, show: null, image: null });
        },
      )
      .finally(() => {
        if (last.get(serialNumber) === next) last.delete(serialNumber);
      });
    last.set(serialNumber, next);
  };
}
