/** Visits a page on a real server and records the server's responses. */
import { parser, type Packet } from 'mqtt-packet';
import type { Browser, Page, Request, Response } from 'playwright-core';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { API_BASE } from '../../contract/wire/envelope.ts';
import { fleetTopic } from '../../contract/wire/topics.ts';
import { PASSWORD, type RunningServer, until } from '../../tests/e2e/harness.ts';
import { createApi } from '../../tests/fakes/apiClient.ts';
import { LOCALE_OF, type Variant, ZONE } from './looks.ts';
import { exactKey, keptHeaders, type RecordedAnswer, type RecordedMessage, type Recording } from './recording.ts';
import { readyOf, type Scene, type SceneFiles } from './scenes.ts';
import { type Identity, keepSignedIn } from './signedIn.ts';

/** Signs in once per account; the sessions exist in parallel. */
export function createIdentities(server: RunningServer): (account: string) => Promise<Identity> {
  const known = new Map<string, Promise<Identity>>();
  const signIn = async (account: string): Promise<Identity> => {
    const { accessToken, userId } = await createApi(server.url, catalogue).session.signIn({
      email: account,
      password: encodePassword(PASSWORD),
    });
    return { token: accessToken, userId };
  };
  return (account) => {
    const found = known.get(account) ?? signIn(account);
    known.set(account, found);
    return found;
  };
}

interface Visit {
  browser: Browser;
  server: RunningServer;
  scene: Scene;
  variant: Variant;
  path: string;
  identity: Identity | null;
  files: SceneFiles;
}

export async function recordScene({
  browser,
  server,
  scene,
  variant,
  path,
  identity,
  files,
}: Visit): Promise<Recording> {
  const context = await browser.newContext({
    viewport: variant.size,
    locale: LOCALE_OF[variant.language],
    timezoneId: ZONE,
    serviceWorkers: 'block',
    permissions: ['microphone'],
  });
  try {
    await context.addInitScript('globalThis.__name = (named) => named');
    const page = await context.newPage();
    const answers = recordAnswers(page, server.url);
    const messages = recordMessages(page);
    if (identity) await keepSignedIn(context, identity);
    await page.goto(`${server.url}${path}`);
    const settle = (): Promise<void> => until(() => answers.isIdle(), `${scene.name} has its responses`);
    await readyOf(scene, page).waitFor({ state: 'attached' });
    await settle();
    await scene.arrange?.(page, { settle, files });
    // The first fleet update shows that the link is open.
    if (identity && messages.isLinked())
      await until(() => messages.has(fleetTopic(identity.userId)), `${scene.name} has its first fleet update`);
    const { asks } = scene;
    if (asks !== undefined) await until(() => answers.hasAsked(asks), `${scene.name} asks ${asks}`);
    await settle();
    return {
      time: Date.now(),
      userId: identity?.userId ?? '',
      path,
      answers: await answers.all(),
      messages: messages.all(),
    };
  } finally {
    await context.close();
  }
}

/** The network counts as idle after this time, because one call is often followed by others. */
const IDLE_MS = 500;

function recordAnswers(page: Page, url: string) {
  const found: Promise<RecordedAnswer | null>[] = [];
  const open = new Set<Request>();
  const asked = new Set<string>();
  let changedAt = Date.now();
  const isCall = (request: Request): boolean =>
    ['/files/', `${API_BASE}/`].some((start) => request.url().startsWith(`${url}${start}`));
  const answerOf = async (request: Request): Promise<RecordedAnswer | null> => {
    const response: Response | null = await request.response().catch(() => null);
    const body = await response?.body().catch(() => null);
    if (!response || !body) return null;
    return {
      key: exactKey(request.url().slice(url.length), request.postData()),
      status: response.status(),
      headers: keptHeaders(response.headers()),
      body: body.toString('base64'),
    };
  };
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) return;
    changedAt = Date.now();
    open.add(request);
    if (!isCall(request)) return;
    asked.add(request.url().slice(url.length + API_BASE.length));
    found.push(answerOf(request));
  });
  const ended = (request: Request): void => {
    changedAt = Date.now();
    open.delete(request);
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return {
    isIdle: () => open.size === 0 && Date.now() - changedAt >= IDLE_MS,
    hasAsked: (path: string) => asked.has(path),
    // Calls without a response are dropped after a timeout.
    all: async () =>
      (
        await Promise.all(
          found.map((answer) =>
            Promise.race([answer, new Promise<null>((resolve) => setTimeout(resolve, 2_000, null))]),
          ),
        )
      ).filter((answer) => answer !== null),
  };
}

function recordMessages(page: Page) {
  const last = new Map<string, RecordedMessage>();
  let isLinked = false;
  page.on('websocket', (socket) => {
    isLinked = true;
    const read = parser();
    read.on('packet', (packet: Packet) => {
      if (packet.cmd === 'publish')
        last.set(packet.topic, {
          topic: packet.topic,
          payload: Buffer.from(packet.payload).toString('base64'),
          retain: packet.retain,
        });
    });
    socket.on('framereceived', ({ payload }) => void read.parse(Buffer.from(payload)));
  });
  return {
    isLinked: () => isLinked,
    has: (topic: string) => last.has(topic),
    all: () => [...last.values()].sort((one, other) => (one.topic < other.topic ? -1 : 1)),
  };
}
