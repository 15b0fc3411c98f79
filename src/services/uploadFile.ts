/**
 * Uploads of files: computes the hash, gets a ticket, sends the file in slices, and lets the server check it. Tickets
 * are secrets and stay in here. Rejects with BaseApiError, or with the reason of the signal.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Client } from '../../contract/endpoint.ts';
import type { files } from '../../contract/endpoints/files.ts';
import type { StoredFile, UploadTicket } from '../../contract/entities/file.ts';
import type { UploadKind } from '../../contract/rules/files.ts';
import { type ErrorDetail, BaseApiError } from '../../contract/wire/baseApiError.ts';

/** What belongs to a robot, to a site, or to the user. */
export interface FileToUpload {
  file: Blob & { name: string };
  kind: UploadKind;
  serialNumber?: string;
  siteId?: string;
}
export interface UploadsParts {
  api: Pick<Client<typeof files>, 'ticket' | 'complete' | 'cancel'>;
  /** '' for the page's origin. */
  host: string;
  fetch: typeof fetch;
  newId(): string;
}
type OnProgress = (bytes: number) => void;

export interface Uploads {
  /** @returns the key by which the file is known here */
  add(file: FileToUpload): string;
  /** Computes the hash and gets the ticket. */
  prepare(key: string, onProgress: OnProgress, signal: AbortSignal): Promise<void>;
  /** Sends what the server does not have; the progress starts with what it has. */
  send(key: string, onProgress: OnProgress, signal: AbortSignal): Promise<void>;
  complete(key: string, signal: AbortSignal): Promise<StoredFile>;
  /** Forgets the file, and deletes it on the server. Never rejects. */
  discard(key: string): Promise<void>;
}

/** Read at once for the hash: short enough that the page does not stutter. */
const HASH_BYTES = 1 << 20;
/** Sent in one request; the server keeps every slice that arrives whole. */
export const SLICE_BYTES = 4 << 20;

export function createUploads({ api, host, fetch: request, newId }: UploadsParts): Uploads {
  const uploads = new Map<string, FileToUpload & { ticket?: UploadTicket }>();
  const known = (key: string) => {
    const found = uploads.get(key);
    if (!found) throw new BaseApiError('unknownError', {}, 'no such upload');
    return found;
  };
  const ticketOf = (key: string): UploadTicket => {
    const { ticket } = known(key);
    if (!ticket) throw new BaseApiError('unknownError', {}, 'the upload has no ticket');
    return ticket;
  };
  const ask = async (
    url: string,
    init: RequestInit,
    signal: AbortSignal,
  ): Promise<{ offset: number; isComplete: boolean }> => {
    const response = await request(`${host}${url}`, { ...init, signal }).catch((error: unknown) =>
      Promise.reject(signal.aborted ? error : new BaseApiError('networkFailed')),
    );
    const reply = (await response.json().catch((error: unknown) =>
      // A proxy's page, or an incomplete reply.
      Promise.reject(signal.aborted ? error : new BaseApiError('networkFailed')),
    )) as { code: number; message: string; data: (ErrorDetail & { offset?: number; isComplete?: boolean }) | null };
    if (reply.code !== 0) throw new BaseApiError(reply.code, reply.data ?? {}, reply.message);
    return { offset: reply.data?.offset ?? 0, isComplete: reply.data?.isComplete === true };
  };
  /** @returns false if the store cannot be reached or refuses, for example because it does not allow this origin */
  const sendDirectly = async (url: string, file: Blob, signal: AbortSignal): Promise<boolean> => {
    try {
      return (await request(url, { method: 'PUT', body: file, signal, credentials: 'omit' })).ok;
    } catch (error) {
      if (signal.aborted) throw error;
      return false;
    }
  };

  return {
    add(file) {
      const key = newId();
      uploads.set(key, file);
      return key;
    },
    async prepare(key, onProgress, signal) {
      const { file, kind, serialNumber, siteId } = known(key);
      const hash = sha256.create();
      for (let at = 0; at < file.size; at += HASH_BYTES) {
        signal.throwIfAborted();
        hash.update(new Uint8Array(await file.slice(at, at + HASH_BYTES).arrayBuffer()));
        onProgress(Math.min(at + HASH_BYTES, file.size));
      }
      const ticket = await api.ticket(
        {
          fileKind: kind,
          size: file.size,
          sha256: bytesToHex(hash.digest()),
          name: file.name,
          ...(serialNumber === undefined ? {} : { serialNumber }),
          ...(siteId === undefined ? {} : { siteId }),
        },
        { signal },
      );
      uploads.set(key, { ...known(key), ticket });
    },
    async send(key, onProgress, signal) {
      const { file } = known(key);
      const { uploadUrl, directUrl } = ticketOf(key);
      if (directUrl !== '' && (await sendDirectly(directUrl, file, signal))) return onProgress(file.size);
      const found = await ask(uploadUrl, {}, signal);
      // The reply to the completion was lost.
      if (found.isComplete) return onProgress(file.size);
      let { offset } = found;
      onProgress(offset);
      while (offset < file.size) {
        const end = Math.min(offset + SLICE_BYTES, file.size);
        ({ offset } = await ask(
          uploadUrl,
          {
            method: 'PUT',
            headers: {
              'content-type': 'application/octet-stream',
              'content-range': `bytes ${offset}-${end - 1}/${file.size}`,
            },
            body: file.slice(offset, end),
          },
          signal,
        ));
        onProgress(offset);
      }
    },
    async complete(key, signal) {
      const file = await api.complete({ fileId: ticketOf(key).fileId }, { signal });
      uploads.delete(key);
      return file;
    },
    async discard(key) {
      const ticket = uploads.get(key)?.ticket;
      uploads.delete(key);
      // If the call fails, the server deletes the file after a day.
      if (ticket) await api.cancel({ fileId: ticket.fileId }).catch(() => undefined);
    },
  };
}
