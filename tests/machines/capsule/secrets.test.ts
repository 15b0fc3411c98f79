/** No secret that a user types ends up in a recording. Every machine declares its redaction rules. */
import { type AnyStateMachine, createActor, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { loadMachines } from '../../../src/machines/all.ts';
import { redactionRules } from '../../../src/machines/recording/redactionRules.ts';
import { createRecorder } from '../../../src/machines/recording/recorder.ts';
import { transitionId } from '../../../src/ui/chart/chartOf.ts';
import { createEffectFree } from '../../../src/machines/recording/effectFree.ts';
import { robotOf } from '../../ui/robotOf.ts';
import { userOf } from '../../fakes/startSession.ts';

const SECRETS = {
  token: 'tok-5f2c9a',
  password: 'Hunter2-pass',
  code: '918273',
  phone: '+8613812345678',
  email: 'lin.wei@hotel.example',
  name: 'Lin-Wei-Zhang',
  picture: 'data:image/png;base64,iVBORw0KGgo',
  words: 'call-me-at-home',
};
const ALL = Object.values(SECRETS).join(' ');
const user = {
  ...userOf(),
  nickname: SECRETS.name,
  email: SECRETS.email,
  phoneNumber: SECRETS.phone,
  avatarPath: SECRETS.picture,
};
const page = {
  page: 'home',
  params: { id: SECRETS.code },
  query: { q: ALL },
  user,
  serialNumber: 'A',
  language: 'enUS' as const,
};
const lease = {
  serialNumber: 'A',
  number: 3,
  holder: { userId: 'u2', name: SECRETS.name, clientId: 'c' },
  since: 1,
  expiresAt: 2,
  reason: SECRETS.words,
  askedBy: { userId: 'u3', name: SECRETS.name, clientId: 'd', at: 1 },
};
const robot = robotOf();
const live = {
  ...robot.live,
  leaseHolder: SECRETS.name,
  problems: [{ type: 'pathBlocked', level: 'WARNING' as const, description: ALL, hint: ALL, since: 1 }],
};
const command = {
  id: 'x',
  serialNumber: 'A',
  kind: 'goTo',
  target: 'Lobby',
  targetId: null,
  askedBy: { userId: 'u2', name: SECRETS.name },
  state: 'asked',
  askedAt: 1,
  sentAt: null,
  acceptedAt: null,
  runningAt: null,
  endedAt: null,
  expiresAt: null,
  reason: { type: 'noPath', description: ALL },
};
const failure = { code: 40002, said: ALL, field: 'account', words: { holder: SECRETS.name } };

const entry = {
  id: 1,
  at: 1,
  userId: SECRETS.words,
  name: SECRETS.name,
  act: 'account.change',
  subject: SECRETS.phone,
  subjectName: SECRETS.name,
  before: { email: SECRETS.email },
  after: { nickname: SECRETS.name },
};

/** Events with sensitive fields, sent to every machine; most machines ignore most of them. */
const SAID = [
  ...['account', 'password', 'nickname', 'email', 'oldPassword', 'repeated', 'timeZone'].map((field) => ({
    type: 'field.change',
    field,
    value: ALL,
  })),
  { type: 'form.submit' },
  { type: 'demo.pick', account: SECRETS.email, password: SECRETS.password },
  {
    type: 'session.signIn',
    credential: { account: SECRETS.email, countryAreaCode: '', password: SECRETS.password, keep: true },
  },
  {
    type: 'session.setUp',
    administrator: { code: SECRETS.code, nickname: SECRETS.name, email: SECRETS.email, password: SECRETS.password },
  },
  { type: 'palette.open' },
  { type: 'palette.search', keyword: ALL },
  { type: 'keyword.set', keyword: ALL },
  { type: 'points.open' },
  { type: 'points.search', keyword: ALL },
  { type: 'lease.takeOver' },
  { type: 'reason.change', reason: ALL },
  { type: 'reason.confirm' },
  { type: 'lease.heard', lease },
  { type: 'sentence.change', sentence: ALL },
  { type: 'home.show', query: { q: ALL } },
  { type: 'list.show', query: { q: ALL } },
  { type: 'page.queryChanged', query: { q: ALL } },
  { type: 'navigation.go', to: `/home?q=${encodeURIComponent(ALL)}` },
  { type: 'navigation.query', query: { q: ALL } },
  { type: 'history.moved', path: `/reset/${SECRETS.code}/${SECRETS.token}`, search: `?token=${SECRETS.token}` },
  {
    type: 'app.accessChanged',
    access: { who: 'user', userId: 'u1', roles: ['operator'], routes: [], robotCount: 1 },
    user,
  },
  { type: 'app.signInRefused', failure },
  { type: 'app.noticed', notice: { type: 'leaseTaken', serialNumber: 'A', by: SECRETS.name, reason: ALL } },
  { type: 'page.noticed', notice: { type: 'leaseAsked', serialNumber: 'A', by: SECRETS.name } },
  { type: 'app.pageBroken', message: ALL },
  {
    type: 'notice.show',
    notice: {
      tone: 'error',
      failure,
      params: { who: SECRETS.name },
      key: 'common.x',
      way: { to: `/home?q=${SECRETS.name}`, key: 'common.y' },
    },
  },
  { type: 'app.feedBeaten', beat: { time: 1, beat: 1, broker: 'ok', robots: [live], heard: {} } },
  { type: 'feed.beaten', beat: { time: 1, beat: 1, broker: 'ok', robots: [live], heard: {} } },
  { type: 'picture.heard', live, now: 1 },
  { type: 'ledger.heard', commands: [command] },
  { type: 'signal.heard', signal: { type: 'offer', sdp: ALL } },
  { type: 'message.send', key: 'account', topic: 'a/b', payload: ALL },
  { type: 'photo.take', name: SECRETS.name, keep: true },
  {
    type: 'mqttLink.opened',
    terms: { clientId: 'c', topics: ['a'], mqttSubTopic: 'b', password: SECRETS.token },
    clientId: 'c',
  },
  { type: 'mqttLink.failed', error: new Error(ALL) },
  { type: 'list.show', query: { q: ALL } },
  { type: 'contact.change', current: SECRETS.email },
  {
    type: 'code.ask',
    draft: {
      by: 'email',
      current: SECRETS.phone,
      email: SECRETS.email,
      phoneNumber: SECRETS.phone,
      code: SECRETS.code,
      password: SECRETS.password,
    },
  },
  { type: 'field.check', field: 'email' },
  ...['phoneNumber', 'code', 'repeated'].map((field) => ({ type: 'field.change', field, value: ALL })),
  { type: 'captcha.change', content: ALL },
  { type: 'code.send', to: { email: SECRETS.email, phoneNumber: SECRETS.phone, country: '86' } },
  { type: 'session.enter', accessToken: SECRETS.token, userId: 'u1', keep: true },
  {
    type: 'session.end',
    session: {
      id: 's1',
      current: false,
      way: 'password',
      browser: SECRETS.words,
      system: SECRETS.words,
      address: SECRETS.code,
      startedAt: 1,
      lastUsedAt: 2,
    },
    name: SECRETS.words,
  },
  {
    type: 'record.edit',
    fields: { kind: 'edit', nickname: SECRETS.name, email: SECRETS.email, phoneNumber: SECRETS.phone, target: ALL },
  },
  { type: 'form.submit' },
  { type: 'dialog.close' },
  { type: 'record.act', task: { act: 'resetPassword', id: 'u2', name: SECRETS.name } },
  { type: 'entry.open', entry },
  { type: 'export.start' },
  { type: 'field.change', field: 'repeated', value: SECRETS.password },
  { type: 'something.unknown', payload: ALL },
];
/** A result for any promise of any machine. */
const ANSWER = {
  userId: 'u1',
  total: 1,
  rows: [{ id: 'm1', target: SECRETS.phone, subject: SECRETS.words, body: SECRETS.code }],
  accessToken: SECRETS.token,
  user,
  welcome: ALL,
  detail: { ...robot, live },
  robots: [{ ...robot, live }],
  lease,
  ledger: [command],
  name: SECRETS.name,
  password: SECRETS.password,
  url: `https://x/set-password?code=${SECRETS.token}`,
  target: SECRETS.email,
};

const INPUTS: Readonly<Record<string, object>> = {
  app: {
    navigation: { path: `/x/${SECRETS.code}`, search: `?q=${encodeURIComponent(ALL)}`, knownPages: [] },
    preferences: { language: 'enUS', theme: 'dark', viewOrder: [] },
    serialNumber: 'A',
    view: 'all',
  },
  navigation: { path: `/x/${SECRETS.code}`, search: `?q=${encodeURIComponent(ALL)}`, knownPages: [] },
  preferences: { language: 'enUS', theme: 'dark', viewOrder: [] },
  lease: { serialNumber: 'A', clientId: 'c', lease },
  commands: { serialNumber: 'A', userId: 'u1', rows: [command] },
  drive: { serialNumber: 'A', maxSpeed: 1 },
  ...Object.fromEntries(
    ['nickname', 'password', 'timeZone'].map((id) => [
      id,
      {
        saved: {
          nickname: SECRETS.name,
          oldPassword: SECRETS.password,
          password: SECRETS.password,
          repeated: SECRETS.password,
          timeZone: SECRETS.words,
        },
      },
    ]),
  ),
  contact: { kind: 'email', language: 'enUS' },
  contactForm: {
    saved: {
      by: 'email',
      current: SECRETS.email,
      country: '86',
      phoneNumber: SECRETS.phone,
      email: SECRETS.email,
      code: SECRETS.code,
      password: SECRETS.password,
    },
  },
  confirm: { titleKey: 'a', acceptKey: 'b', words: { who: SECRETS.name } },
  report: { maySend: true },
  setPassword: { ...page, query: { code: SECRETS.token } },
  alarmLink: { ...page, query: { code: SECRETS.token } },
};
const machines = await loadMachines();
const inert = createEffectFree(machines, () => {});

function recordingOf(machine: AnyStateMachine): string {
  const recorder = createRecorder({ now: () => 1, leaves: redactionRules, transitionId });
  const tried = inert(machine);
  const root = createActor(
    setup({ actors: { tried: tried as never } }).createMachine({
      id: 'bench',
      invoke: {
        src: 'tried',
        id: 'tried',
        systemId: machine.id,
        input: INPUTS[machine.id] ?? { ...page, key: 'account', topic: 'a', userId: 'u1', view: 'all' },
      } as never,
    }),
    { inspect: (seen) => recorder.observe(seen), logger: () => {} },
  );
  root.subscribe({ error: () => {} });
  root.start();
  const actor = (
    root.getSnapshot().children as Record<
      string,
      { send(event: object): void; getSnapshot(): { status: string; children?: Record<string, unknown> } } | undefined
    >
  )['tried'];
  for (const said of SAID) {
    if (actor?.getSnapshot().status !== 'active') break;
    for (const id of Object.keys(actor.getSnapshot().children ?? {}))
      actor.send({ type: `xstate.done.actor.${id}`, actorId: id, output: ANSWER });
    actor.send(said);
  }
  return JSON.stringify(recorder.recording());
}

describe('no secret leaves', () => {
  it.each(Object.keys(machines))('%s', (id) => {
    const text = recordingOf(machines[id]!);
    expect(text.length).toBeGreaterThan(100);
    for (const [name, secret] of Object.entries(SECRETS)) expect(text, name).not.toContain(secret);
    expect(decodeURIComponent(text.replaceAll('%', '%25'))).not.toContain('Hunter2');
  });

  it('and every machine says what may', () => {
    expect(Object.keys(redactionRules).sort()).toEqual(Object.keys(machines).sort());
  });
});
