/**
 * Serves a built console like the real server and answers its calls from a recording. Responses are held and released
 * one by one in the order of their keys, so that the result does not depend on network timing.
 */
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { API_BASE } from '../../contract/wire/envelope.ts';
import { addWeb } from '../../server/http/web.ts';
import { createAnswers, exactKey, type RecordedAnswer, type Recording } from './recording.ts';

/**
 * Pages show their own address, so it is the same in every run. Browsers treat it as a secure context, like localhost.
 */
const HOST = 'console.localhost';

export interface ReplayServer {
  url: string;
  /** Browser flag that resolves the host name to this server. */
  flag: string;
  /** Switches to this recording. */
  play(recording: Recording): void;
  /** Number of calls waiting for their response. */
  held(): number;
  /** Answers the waiting call with the first key. */
  release(): void;
  /** Holds all responses, including files, until `resume`. */
  pause(): void;
  resume(): void;
  /** Requests since `play` that the recording has no response to. */
  missing(): readonly string[];
  close(): Promise<void>;
}

export async function startReplayServer(webFolder: string): Promise<ReplayServer> {
  const app = Fastify({ logger: false });
  let find: (key: string) => RecordedAnswer | undefined = () => undefined;
  let missing: string[] = [];
  let paused: (() => void)[] | null = null;
  let waiting: { key: string; answer(): void }[] = [];

  const reply = (key: string, to: FastifyReply): Promise<FastifyReply> =>
    new Promise((resolve) => {
      const held = {
        key,
        answer: () => {
          const found = find(key);
          if (!found) missing.push(key);
          resolve(
            found
              ? to
                  .code(found.status)
                  .headers({ ...found.headers, 'cache-control': 'no-store' })
                  .send(Buffer.from(found.body, 'base64'))
              : to.code(404).headers({ 'cache-control': 'no-store' }).send('not in the recording'),
          );
        },
      };
      waiting.push(held);
      // Aborted by the page.
      to.raw.once('close', () => {
        waiting = waiting.filter((one) => one !== held);
      });
    });
  app.addHook('onRequest', (_request, _reply, done) => {
    if (paused) paused.push(done);
    else done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 << 20 }, (_request, body, done) => done(null, body));
  const pathOf = ({ url }: FastifyRequest): string => url;
  app.post(`${API_BASE}/*`, (request, to) => reply(exactKey(pathOf(request), request.body as string | null), to));
  app.get('/files/*', (request, to) => reply(exactKey(pathOf(request), null), to));
  await addWeb(app, { folder: webFolder, strictTransport: false });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));

  return {
    url: `http://${HOST}`,
    flag: `--host-resolver-rules=MAP ${HOST}:80 127.0.0.1:${port}`,
    play(recording) {
      find = createAnswers(recording.answers);
      missing = [];
      waiting = [];
    },
    held: () => waiting.length,
    release() {
      waiting.sort((one, other) => (one.key < other.key ? -1 : 1));
      waiting.shift()?.answer();
    },
    pause: () => {
      paused = [];
    },
    resume() {
      const all = paused ?? [];
      paused = null;
      for (const go of all) go();
    },
    missing: () => missing,
    close: async () => {
      for (const { answer } of waiting.splice(0)) answer();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
