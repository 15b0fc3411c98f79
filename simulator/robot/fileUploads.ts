/**
 * A robot's uploads: it announces a file on its private events topic, gets a ticket on its private commands topic, and
 * sends the file by HTTP. An interrupted upload continues at the byte that the server requests.
 */
import { createHash, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import * as v from 'valibot';
import type { RobotUploadKind } from '../../contract/rules/files.ts';
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { PrivateCommand } from '../../contract/wire/privateCommands.ts';

export interface RobotFile {
  kind: RobotUploadKind;
  name: string;
  bytes: Uint8Array;
}
export interface FileUploadsOptions {
  /** Sends an event at least once. */
  send: (event: EventMessage) => void;
  /** Certificate of the server's own authority. */
  caPem?: string | undefined;
  now: () => number;
  /** Pause before another try, ms. */
  retryMs?: number;
}

/** The server refuses the file; `code` is one of contract/wire/errors.ts. */
export class UploadRefused extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`the upload was refused: ${code}`);
    this.code = code;
  }
}

type Ticket = Extract<PrivateCommand, { type: 'uploadTicket' }>;
type Answer = Ticket | Extract<PrivateCommand, { type: 'uploadRefused' }>;

const TRIES = 10;
const RETRY_MS = 1_000;
const TICKET_MS = 15_000;
const reply = v.object({
  code: v.number(),
  data: v.nullish(v.looseObject({ offset: v.optional(v.number()), isComplete: v.optional(v.boolean()) })),
});
type Reply = v.InferOutput<typeof reply>;

export class FileUploads {
  private readonly options: FileUploadsOptions;
  private readonly waiting = new Map<string, (answer: Answer) => void>();

  constructor(options: FileUploadsOptions) {
    this.options = options;
  }

  /** A message on the private commands topic. */
  hear(command: PrivateCommand): void {
    if (command.type === 'uploadTicket' || command.type === 'uploadRefused')
      this.waiting.get(command.requestId)?.(command);
  }

  /** @returns the id of the file. @throws UploadRefused; Error when no ticket comes, or the server stays away */
  async upload({ kind, name, bytes }: RobotFile): Promise<string> {
    const ticket = await this.askForTicket({
      type: 'uploadRequest',
      fileKind: kind,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      name,
    });
    for (let tries = 1; ; tries++) {
      try {
        const offset = await this.offsetOf(ticket);
        if (offset !== null) await this.sendFrom(ticket, bytes, offset);
        const { code } = await this.ask('POST', completeUrl(ticket.url));
        if (code !== 0) throw new UploadRefused(code);
        return ticket.fileId;
      } catch (error) {
        if (error instanceof UploadRefused || tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, this.options.retryMs ?? RETRY_MS));
      }
    }
  }

  private async askForTicket(event: EventMessage['event']): Promise<Ticket> {
    const id = randomUUID();
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('no upload ticket came')), TICKET_MS);
        this.waiting.set(id, (found) => {
          clearTimeout(late);
          resolve(found);
        });
        this.options.send({ id, at: this.options.now(), event });
      });
      if (answer.type === 'uploadRefused') throw new UploadRefused(answer.code);
      return answer;
    } finally {
      this.waiting.delete(id);
    }
  }

  /** null if the file is complete: the reply to its completion was lost. */
  private async offsetOf({ url }: Ticket): Promise<number | null> {
    const { code, data } = await this.ask('GET', url);
    if (code !== 0) throw new UploadRefused(code);
    return data?.isComplete === true ? null : (data?.offset ?? 0);
  }

  private async sendFrom({ url }: Ticket, bytes: Uint8Array, offset: number): Promise<void> {
    if (offset === bytes.length) return;
    const { code } = await this.ask('PUT', url, bytes.subarray(offset), {
      'content-range': `bytes ${offset}-${bytes.length - 1}/${bytes.length}`,
    });
    // Another position is not an error: the next attempt requests the position to continue from.
    if (code !== 0) throw new Error(`the server took no bytes: ${code}`);
  }

  private ask(method: string, url: string, body?: Uint8Array, headers: Record<string, string> = {}): Promise<Reply> {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = send(
        url,
        {
          method,
          ...(this.options.caPem ? { ca: this.options.caPem } : {}),
          headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            try {
              resolve(v.parse(reply, JSON.parse(Buffer.concat(chunks).toString())));
            } catch {
              reject(new Error(`HTTP ${response.statusCode ?? 0}`));
            }
          });
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }
}

function completeUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}/complete${search}`;
}
