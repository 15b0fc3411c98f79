/** Composes the companion app: services, wired machines, locale texts. */
import { type ActorOptions, createActor, type EventObject, fromCallback, fromPromise } from 'xstate';
import { claims } from '../../../contract/endpoints/claims.ts';
import { qrSignIn } from '../../../contract/endpoints/qrSignIn.ts';
import { robots } from '../../../contract/endpoints/robots.ts';
import { session } from '../../../contract/endpoints/session.ts';
import type { Command } from '../../../contract/entities/command.ts';
import type { Language } from '../../../contract/entities/constants.ts';
import { browserOf, systemOf } from '../../../contract/rules/device.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import { codeIn } from '../../../contract/rules/scanned.ts';
import { approvalMachine, type LoginRequest } from '../../machines/companion/approval.machine.ts';
import { bindingMachine, type Bound, type Claim } from '../../machines/companion/binding.machine.ts';
import { companionMachine, type Restored } from '../../machines/companion/companion.machine.ts';
import { type Entered, companionEntryMachine } from '../../machines/companion/companionEntry.machine.ts';
import { type FoundRobots, ownRobotsMachine } from '../../machines/companion/ownRobots.machine.ts';
import { type OpenedPoint, pointMachine } from '../../machines/companion/point.machine.ts';
import { scannerMachine } from '../../machines/companion/scanner.machine.ts';
import { createClient } from '../../services/api.ts';
import { signAsCompanion } from '../../services/companionSign.ts';
import { createTransport, type Transport } from '../../services/transport.ts';
import type { CompanionParts } from '../../ui/companion/CompanionContext.ts';
import type { LocaleArea } from '../../ui/hooks/localeTexts.ts';
import { createI18n, type LocaleTable } from '../i18n.ts';
import type { CompanionPlatform } from './platform.ts';

/** The machine retries by itself, and shows this meanwhile. */
const PATIENCE_MS = 15_000;
const SIGN_OUT_TIMEOUT_MS = 5_000;
const AREAS: readonly LocaleArea[] = ['common', 'companion', 'robotErrors', 'status', 'tasks'];
const TEXTS: Record<Language, () => Promise<{ texts: Record<string, unknown> }>> = {
  zhCN: () => import('./texts.zhCN.ts'),
  enUS: () => import('./texts.enUS.ts'),
};

/** Loaded when they are needed. */
const LATER_TEXTS: Partial<Record<LocaleArea, Record<Language, () => Promise<{ texts: LocaleTable }>>>> = {
  companionPoint: { zhCN: () => import('./pointTexts.zhCN.ts'), enUS: () => import('./pointTexts.enUS.ts') },
  errors: { zhCN: () => import('./errorTexts.zhCN.ts'), enUS: () => import('./errorTexts.enUS.ts') },
};

async function loadTexts(language: Language, area: LocaleArea): Promise<LocaleTable> {
  const later = LATER_TEXTS[area];
  if (later) return (await later[language]()).texts;
  const table = (await TEXTS[language]()).texts[`../../../locales/${language}/${area}.json`];
  if (!table) throw new Error(`no locale texts for ${area}`);
  return table as LocaleTable;
}

export function createCompanion(
  platform: CompanionPlatform,
  actor: { clock?: NonNullable<ActorOptions<typeof companionMachine>['clock']> } = {},
) {
  const { storage, choices, clock, camera } = platform;
  let language = choices.language();
  const i18n = createI18n(language, loadTexts);
  const bare = createTransport({
    host: '',
    clock,
    fetch: platform.fetch,
    hmac: platform.hmac,
    ticks: platform.ticks,
    newId: platform.newId,
    language: () => language,
    token: () => storage.credentials()?.token ?? null,
    sign: signAsCompanion(platform.build, () => storage.credentials()?.userId ?? ''),
    news: {
      answered: () => {},
      lost: () => {},
      // A late response of the previous session does not affect the current one.
      sessionOver: (code, token) => {
        if (token === (storage.credentials()?.token ?? '')) root.send({ type: 'session.over', code });
      },
    },
  });
  /** Loads the texts of errors before rethrowing. */
  const transport: Transport = async (...call) => {
    try {
      return await bare(...call);
    } catch (error) {
      await i18n.need(['errors']).catch(platform.log);
      throw error;
    }
  };
  const api = {
    session: createClient(session, transport),
    robots: createClient(robots, transport),
    claims: createClient(claims, transport),
    qrSignIn: createClient(qrSignIn, transport),
  };
  const once = createClient(robots, (path, data, options) =>
    transport(path, data, { ...options, once: true, timeout: PATIENCE_MS }),
  );

  /** The signed-in user's name, fetched once. */
  let known = { userId: '', nickname: '' };
  const nicknameOf = async (userId: string, signal: AbortSignal): Promise<string> => {
    if (known.userId !== userId)
      known = { userId, nickname: (await api.session.getById({ id: userId }, { signal })).nickname };
    return known.nickname;
  };

  const restore = (): Restored => {
    const fresh = codeIn(platform.address.search());
    if (fresh) storage.keepCode(fresh);
    // A code left in the address bar would be processed again on reload, or shared with the URL.
    platform.address.clear();
    return { userId: storage.credentials()?.userId ?? '', code: storage.code() };
  };
  const signIn = async (
    { account, password }: { account: string; password: string },
    signal: AbortSignal,
  ): Promise<Entered> => {
    const name = account.includes('@') ? { email: account.trim() } : { phoneNumber: account.replace(/[\s()-]/gu, '') };
    const { accessToken, userId } = await api.session.signIn(
      { ...name, password: encodePassword(password), keep: true },
      { signal },
    );
    storage.keepCredentials({ token: accessToken, userId });
    return { userId };
  };
  const loadRobots = async (userId: string, signal: AbortSignal): Promise<FoundRobots> => {
    const [found, nickname] = await Promise.all([once.list({ userId }, { signal }), nicknameOf(userId, signal)]);
    clock.observe(found.serverTime);
    return { ...found, nickname };
  };
  const scan = async (qrcode: string, signal: AbortSignal): Promise<LoginRequest> => {
    const { state, device, address, expiresAt, serverTime } = await api.qrSignIn.scan({ qrcode }, { signal });
    return {
      state,
      browser: browserOf(device),
      system: systemOf(device),
      address,
      leftMs: Math.max(0, expiresAt - serverTime),
    };
  };
  const pointCalls = async () => (await import('./pointCalls.ts')).createPointCalls(transport);

  const machine = companionMachine.provide({
    actors: {
      restore: fromPromise<Restored>(async () => restore()),
      signOut: fromPromise<void>(
        async () => void (await transport(session.signOut.path, {}, { once: true, timeout: SIGN_OUT_TIMEOUT_MS })),
      ),
      entry: companionEntryMachine.provide({
        actors: {
          signIn: fromPromise<Entered, { account: string; password: string }>(({ input, signal }) =>
            signIn(input, signal),
          ),
        },
      }),
      ownRobots: ownRobotsMachine.provide({
        actors: {
          loadRobots: fromPromise<FoundRobots, { userId: string }>(({ input, signal }) =>
            loadRobots(input.userId, signal),
          ),
        },
      }),
      scanner: scannerMachine.provide({
        actors: {
          camera: fromCallback<EventObject>(({ sendBack, receive }) => {
            receive((event) => camera.torch((event as EventObject & { on: boolean }).on));
            return camera.open({
              opened: (hasTorch) => sendBack({ type: 'camera.opened', hasTorch }),
              failed: (trouble) => sendBack({ type: 'camera.failed', trouble }),
              seen: (text) => sendBack({ type: 'code.seen', text }),
            });
          }),
        },
      }),
      approval: approvalMachine.provide({
        actors: {
          scan: fromPromise<LoginRequest, { qrcode: string }>(({ input, signal }) => scan(input.qrcode, signal)),
          approve: fromPromise<unknown, { qrcode: string; number: string }>(({ input, signal }) =>
            api.qrSignIn.approve(input, { signal }),
          ),
          refuse: fromPromise<unknown, { qrcode: string }>(({ input, signal }) =>
            api.qrSignIn.refuse(input, { signal }),
          ),
        },
      }),
      binding: bindingMachine.provide({
        actors: {
          look: fromPromise<Claim, { code: string }>(({ input, signal }) => api.claims.look(input, { signal })),
          bind: fromPromise<Bound, { code: string }>(({ input, signal }) => api.robots.bind(input, { signal })),
        },
      }),
      point: pointMachine.provide({
        actors: {
          openPoint: fromPromise<OpenedPoint, { areaId: string }>(async ({ input, signal }) => {
            await i18n.need(['companionPoint']);
            return (await pointCalls()).open(input.areaId, signal);
          }),
          loadPicture: fromPromise<Blob | null, { mapId: string; pictureId: string | null }>(
            async ({ input: { mapId, pictureId }, signal }) =>
              pictureId === null ? null : (await pointCalls()).picture({ mapId, pictureId }, signal),
          ),
          sendRobot: fromPromise<Command, { areaId: string; serialNumber: string }>(async ({ input, signal }) =>
            (await pointCalls()).send(input, signal),
          ),
          followCommand: fromPromise<Command, { commandId: string }>(async ({ input, signal }) =>
            (await pointCalls()).follow(input.commandId, signal),
          ),
        },
      }),
    },
    actions: {
      forgetCredentials: () => storage.forgetCredentials(),
      keepCode: (_, { code }) => storage.keepCode(code),
    },
  });
  const root = createActor(machine, { input: { origin: platform.origin, isOffline: !platform.isOnline() }, ...actor });

  const parts: CompanionParts = {
    root,
    i18n,
    now: clock.now,
    attach: camera.attach,
    speak(next) {
      language = next;
      choices.keepLanguage(next);
      platform.head.language(next);
      i18n.speak(next).catch(platform.log);
    },
  };
  return {
    parts,
    /** Resolves when the texts for rendering are loaded. */
    async start(): Promise<void> {
      platform.head.language(language);
      platform.head.theme(choices.theme());
      await i18n.need(AREAS);
      root.start();
      platform.onNetwork((isThere) => root.send({ type: 'network.changed', isThere }));
      platform.onVisible((isShown) => root.send({ type: isShown ? 'app.shown' : 'app.hidden' }));
      platform.onStored(() => root.send({ type: 'session.elsewhere', userId: storage.stored()?.userId ?? '' }));
      // An app that is already open receives the URL as an event instead of being reopened.
      platform.address.onMoved(() => {
        const code = codeIn(platform.address.search());
        platform.address.clear();
        if (code) root.send({ type: 'code.read', code });
      });
    },
    stop: () => root.stop(),
  };
}
