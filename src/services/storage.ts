/**
 * Browser storage (spec 3: the spec's names of keys and cookies, own keys below). Session credentials that must not
 * outlive the browser are kept in sessionStorage. Where storage is blocked everything works, but nothing is kept.
 */
import * as v from 'valibot';
import {
  COOKIES,
  DEFAULT_LANGUAGE,
  type Language,
  LANGUAGES,
  ROBOT_VIEWS,
  type RobotView,
  type Size,
  SIZES,
  STORAGE_KEYS,
} from '../../contract/entities/constants.ts';
import { MOST_PENDING_STOPS } from '../../contract/rules/limits.ts';

/** Keys that are not in the spec. */
export const OWN_KEYS = {
  theme: 'theme',
  panelNarrow: 'panel_narrow',
  viewOrder: 'view_order',
  stickSide: 'stick_side',
  drafts: 'drafts',
  visitorDrafts: 'visitor_drafts',
  recording: 'recording',
  lastView: 'last_view',
  setUpPutOff: 'set_up_put_off',
  alarmSound: 'alarm_sound',
  deliveryChoices: 'delivery_choices',
  videoWall: 'video_wall',
} as const;
type OwnKey = keyof typeof OWN_KEYS;
const COOKIE_AGE_S = 365 * 24 * 3_600;

export interface StorageParts {
  /** Accessing storage can throw. */
  local(): Storage;
  session(): Storage;
  /** Access to `document.cookie`. */
  cookies: { read(): string; write(cookie: string): void };
  /** The browser's languages, preferred first. */
  languages: readonly string[];
}

export interface StoredCredentials {
  token: string;
  userId: string;
}
/** `keptAt`: this browser's clock, ms, so that the age is right before the server's clock is known. */
const storedStop = v.object({
  stop: v.object({
    serialNumber: v.string(),
    name: v.string(),
    askedBy: v.object({ userId: v.string(), name: v.string() }),
    askedAt: v.number(),
    sentAt: v.nullable(v.number()),
  }),
  keptAt: v.number(),
  request: v.nullable(v.object({ userId: v.string(), id: v.string() })),
});
type StoredStop = v.InferOutput<typeof storedStop>;
type KeptStop = StoredStop['stop'];
export interface FoundStop {
  stop: KeptStop;
  age: number;
}
export type ThemeChoice = 'system' | 'light' | 'dark';

export function createStorage({ local, session, cookies, languages }: StorageParts) {
  const get = (key: string): string => attempt(() => session().getItem(key) ?? local().getItem(key)) ?? '';
  const set = (key: string, value: string): void => void attempt(() => local().setItem(key, value));
  const remove = (key: string): void =>
    void attempt(() => {
      session().removeItem(key);
      local().removeItem(key);
    });
  const viewAt = (key: string): RobotView | undefined => ROBOT_VIEWS.find((one) => one === get(key));
  const cookie = (name: string): string =>
    attempt(() =>
      cookies
        .read()
        .split('; ')
        .find((one) => one.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    ) ?? '';
  const setCookie = (name: string, value: string): void =>
    void attempt(() => cookies.write(`${name}=${value}; path=/; max-age=${COOKIE_AGE_S}; samesite=lax`));

  /** Where storage is blocked, the session lasts as long as the page. */
  let held: StoredCredentials | null = null;

  const requests = new Map<string, { userId: string; id: string }>();
  const readStop = (key: string): StoredStop | null =>
    attempt(() => v.parse(storedStop, JSON.parse(local().getItem(key) ?? 'null'))) ?? null;
  const foundStop = (key: string, now: number): FoundStop | null => {
    const known = readStop(key);
    // If the clock was set back, the age is zero.
    return known && { stop: known.stop, age: Math.max(0, now - known.keptAt) };
  };
  const stopKeys = (): string[] =>
    attempt(() => keysOf(local(), STORAGE_KEYS.pendingStop).slice(0, MOST_PENDING_STOPS)) ?? [];

  return {
    credentials(): StoredCredentials | null {
      const token = get(STORAGE_KEYS.token);
      const userId = get(STORAGE_KEYS.userId);
      return token && userId ? { token, userId } : held;
    },
    keepCredentials({ accessToken, userId, keep }: { accessToken: string; userId: string; keep: boolean }): void {
      remove(STORAGE_KEYS.token);
      remove(STORAGE_KEYS.userId);
      attempt(() => {
        const store = keep ? local() : session();
        store.setItem(STORAGE_KEYS.token, accessToken);
        store.setItem(STORAGE_KEYS.userId, userId);
      });
      held = get(STORAGE_KEYS.token) === accessToken ? null : { token: accessToken, userId };
    },
    forgetCredentials(): void {
      held = null;
      remove(STORAGE_KEYS.token);
      remove(STORAGE_KEYS.userId);
      attempt(() => session().removeItem(STORAGE_KEYS.robotView));
    },
    /** Error code of a forced logout in progress; 0 if none. */
    loginOut: (): number => Number(get(STORAGE_KEYS.loginOut)),
    flagLoginOut: (code: number): void =>
      code ? set(STORAGE_KEYS.loginOut, String(code)) : remove(STORAGE_KEYS.loginOut),

    /** The selected language, else the browser's if supported, else zhCN (design 13). */
    language(): Language {
      const chosen = get(STORAGE_KEYS.language);
      return LANGUAGES.find((one) => one === chosen) ?? firstOf(languages);
    },
    keepLanguage: (language: Language): void => set(STORAGE_KEYS.language, language),

    theme: (): ThemeChoice => THEMES.find((one) => one === get(OWN_KEYS.theme)) ?? 'system',
    keepTheme: (theme: ThemeChoice): void => set(OWN_KEYS.theme, theme),

    /** The stored view, else the one of last time. */
    view: (): RobotView => viewAt(STORAGE_KEYS.robotView) ?? viewAt(OWN_KEYS.lastView) ?? 'all',
    hasLastView: (): boolean => viewAt(OWN_KEYS.lastView) !== undefined,
    hasView: (): boolean => viewAt(STORAGE_KEYS.robotView) !== undefined,
    /** @param keep false: until sign-out; the view is then asked for again */
    keepView(view: RobotView, keep = true): void {
      remove(STORAGE_KEYS.robotView);
      if (keep) set(STORAGE_KEYS.robotView, view);
      else attempt(() => session().setItem(STORAGE_KEYS.robotView, view));
      set(OWN_KEYS.lastView, view);
    },
    /** Whether the user does the first set-up of the installation later. */
    hasPutOffSetUp: (userId: string): boolean => get(OWN_KEYS.setUpPutOff) === userId,
    putOffSetUp: (userId: string): void => set(OWN_KEYS.setUpPutOff, userId),
    /** Choices of a page that has a separate service for them, as text. */
    read: (key: OwnKey): string => get(OWN_KEYS[key]),
    write: (key: OwnKey, text: string): void => set(OWN_KEYS[key], text),
    /** Whether an alarm rings in this browser. */
    isAlarmSoundOn: (): boolean => get(OWN_KEYS.alarmSound) !== 'off',
    keepAlarmSound: (isOn: boolean): void => set(OWN_KEYS.alarmSound, isOn ? 'on' : 'off'),
    viewOrder: (): readonly RobotView[] =>
      get(OWN_KEYS.viewOrder)
        .split(',')
        .flatMap((text) => ROBOT_VIEWS.find((one) => one === text) ?? []),
    keepViewOrder: (order: readonly RobotView[]): void => set(OWN_KEYS.viewOrder, order.join(',')),

    serialNumber: (): string => get(STORAGE_KEYS.serialNumber),
    keepSerialNumber: (serialNumber: string): void =>
      serialNumber ? set(STORAGE_KEYS.serialNumber, serialNumber) : remove(STORAGE_KEYS.serialNumber),

    /** Open unless closed last time, stored as 1 and 0 (spec 4). */
    isSidebarOpen: (): boolean => cookie(COOKIES.sidebar) !== '0',
    keepSidebar: (open: boolean): void => setCookie(COOKIES.sidebar, open ? '1' : '0'),
    isPanelOpen: (): boolean => cookie(COOKIES.panel) !== '0',
    keepPanel: (open: boolean): void => setCookie(COOKIES.panel, open ? '1' : '0'),
    isPanelNarrow: (): boolean => get(OWN_KEYS.panelNarrow) === '1',
    keepPanelNarrow: (narrow: boolean): void => set(OWN_KEYS.panelNarrow, narrow ? '1' : '0'),
    stickSide: (): 'left' | 'right' => (get(OWN_KEYS.stickSide) === 'left' ? 'left' : 'right'),
    keepStickSide: (side: 'left' | 'right'): void => set(OWN_KEYS.stickSide, side),
    size: (): Size => SIZES.find((one) => one === cookie(COOKIES.size)) ?? 'medium',
    keepSize: (size: Size): void => setCookie(COOKIES.size, size),

    /** Pending Stops (machines/pendingStops), one key per robot. @param now this browser's clock, ms */
    pendingStops: (now: number): readonly FoundStop[] => stopKeys().flatMap((key) => foundStop(key, now) ?? []),
    pendingStop: (serialNumber: string, now: number): FoundStop | null =>
      foundStop(`${STORAGE_KEYS.pendingStop}${serialNumber}`, now),
    keepPendingStop(stop: KeptStop, now: number): void {
      const key = `${STORAGE_KEYS.pendingStop}${stop.serialNumber}`;
      const known = readStop(key);
      const isSame = known?.stop.askedAt === stop.askedAt;
      if (!isSame && known === null && stopKeys().length >= MOST_PENDING_STOPS) return;
      set(
        key,
        JSON.stringify({
          stop,
          keptAt: isSame ? known.keptAt : now,
          request: isSame ? known.request : null,
        } satisfies StoredStop),
      );
    },
    /**
     * Request id of a pressed Stop for this user. It is the same in every tab and after every reload, so that the
     * server executes it once; other users get another id.
     */
    pendingStopRequest(stop: KeptStop, userId: string, newId: () => string): string {
      const key = `${STORAGE_KEYS.pendingStop}${stop.serialNumber}`;
      const known = readStop(key);
      const isKept = known?.stop.askedAt === stop.askedAt;
      const last = isKept ? known.request : (requests.get(`${key} ${stop.askedAt}`) ?? null);
      if (last?.userId === userId) return last.id;
      const request = { userId, id: newId() };
      if (isKept) set(key, JSON.stringify({ ...known, request } satisfies StoredStop));
      // Where storage is blocked, it lasts as long as the page.
      else requests.set(`${key} ${stop.askedAt}`, request);
      return request.id;
    },
    /** The server rejected the request and did nothing; the next attempt needs a new id. */
    renewPendingStopRequest(stop: KeptStop): void {
      const key = `${STORAGE_KEYS.pendingStop}${stop.serialNumber}`;
      requests.delete(`${key} ${stop.askedAt}`);
      const known = readStop(key);
      if (known?.stop.askedAt === stop.askedAt)
        set(key, JSON.stringify({ ...known, request: null } satisfies StoredStop));
    },
    forgetPendingStop: (serialNumber: string): void =>
      void attempt(() => local().removeItem(`${STORAGE_KEYS.pendingStop}${serialNumber}`)),

    /** The same of this tab only. */
    readInTab: (key: OwnKey): string => attempt(() => session().getItem(OWN_KEYS[key])) ?? '',
    writeInTab: (key: OwnKey, text: string): void => void attempt(() => session().setItem(OWN_KEYS[key], text)),
    /** Unsaved form input (formDrafts.ts); sign-out does not load it. */
    forgetDrafts: (): void =>
      void attempt(() => {
        session().removeItem(OWN_KEYS.drafts);
        session().removeItem(OWN_KEYS.visitorDrafts);
      }),
    /** The recording kept by this tab (recordingStore.ts); the recorder may not be loaded. */
    forgetRecording: (): void =>
      void attempt(() => {
        for (const key of keysOf(session(), OWN_KEYS.recording)) session().removeItem(key);
      }),
  };
}
export type BrowserStorage = ReturnType<typeof createStorage>;

export const keysOf = (store: Storage, prefix: string): string[] =>
  Array.from({ length: store.length }, (_, index) => store.key(index) ?? '').filter((key) => key.startsWith(prefix));

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly ThemeChoice[];

/** zh-TW falls back to zhCN rather than English; unsupported languages are skipped. */
function firstOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [base = ''] = tag.toLowerCase().split('-');
    const found = LANGUAGES.find((one) => one.toLowerCase().startsWith(base) && base.length === 2);
    if (found) return found;
  }
  return DEFAULT_LANGUAGE;
}

/** Storage can be blocked or full; failures are ignored. */
function attempt<Answer>(act: () => Answer): Answer | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
