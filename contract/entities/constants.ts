/** Closed lists of domain values (spec 1, 3, 9). */

export const LANGUAGES = ['zhCN', 'enUS'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'zhCN';
/** Values of the `language` header (spec 7). */
export const LANGUAGE_HEADER = { zhCN: 'zh-cn', enUS: 'en-us' } as const satisfies Record<Language, string>;
/**
 * Languages a robot can speak in (spec 9).
 * @public
 */
export const BROADCAST_LANGUAGES = [
  'zh',
  'en',
  'yue',
  'ar',
  'fr',
  'it',
  'pt',
  'es',
  'de',
  'ru',
  'ja',
  'tr',
  'ms',
] as const;

/** Spec 2 "Views": all, logistics, welcome, security, disinfection. */
export const ROBOT_VIEWS = ['all', 'w', 'xp', 's', 'd'] as const;
export type RobotView = (typeof ROBOT_VIEWS)[number];
export const KIND_VIEWS = ['w', 'xp', 's', 'd'] as const satisfies readonly RobotView[];
export type KindView = (typeof KIND_VIEWS)[number];

export const ROBOT_KINDS = ['delivery', 'reception', 'security', 'disinfection'] as const;
export type RobotKind = (typeof ROBOT_KINDS)[number];
export const VIEW_OF_KIND = {
  delivery: 'w',
  reception: 'xp',
  security: 's',
  disinfection: 'd',
} as const satisfies Record<RobotKind, KindView>;

/** Models whose kind follows from the name; the kind of any other model is set at registration. */
export const KIND_OF_MODEL: Readonly<Record<string, RobotKind>> = {
  W1: 'delivery',
  W2: 'delivery',
  C2: 'delivery',
  U1: 'reception',
  U2: 'reception',
  T1: 'reception',
  T2: 'reception',
  P1: 'reception',
  P2: 'reception',
  P3: 'reception',
  X1: 'reception',
  X2: 'reception',
  X3: 'reception',
  S2: 'security',
  D2: 'disinfection',
};

/** What a media grant can cover: the camera, the microphone, and the viewer's voice played by the robot. */
export const MEDIA_KINDS = ['picture', 'sound', 'voice'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

export const ONLINE_STATUS = { offline: '0', online: '1' } as const;
export const ACTION_STATUS = { idle: '0', working: '1', charging: '2' } as const;

/** The display status of a robot, in order of precedence (look: Colour). */
export const ROBOT_STATUSES = ['alarm', 'stopped', 'offline', 'charging', 'working', 'standby', 'online'] as const;
export type RobotStatus = (typeof ROBOT_STATUSES)[number];
/** Sort order in lists: robots that need attention first. */
export const STATUS_ORDER: readonly RobotStatus[] = [
  'alarm',
  'stopped',
  'offline',
  'working',
  'online',
  'standby',
  'charging',
];
/** Status filter of the robot panel (spec 2). */
export const PANEL_FILTERS = ['all', 'online', 'offline', 'charging'] as const;
export type PanelFilter = (typeof PANEL_FILTERS)[number];

/** How a session was started. */
export const SESSION_WAYS = ['password', 'code', 'qr', 'signUp', 'setUp', 'app'] as const;
export type SessionWay = (typeof SESSION_WAYS)[number];
/** Purpose of a verification code. */
export const CODE_PURPOSES = [
  'login',
  'register',
  'forgotPassword',
  'email',
  'phone',
  'passwordLink',
  'visit',
] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];
/** Delivery channel of a message. */
export const MESSAGE_CHANNELS = ['sms', 'email', 'call'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

export const ACCOUNT_ROLES = ['viewer', 'operator', 'admin'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];
export const RELATIONS = ['member', 'robotAdmin', 'superAdmin'] as const;
export type Relation = (typeof RELATIONS)[number];

export const CYCLE_TYPES = ['single', 'loop'] as const;
export const VIDEO_QUALITIES = ['360p', '720p'] as const;
export type VideoQuality = (typeof VIDEO_QUALITIES)[number];
export const VIDEO_SIZE = { '360p': { width: 640, height: 360 }, '720p': { width: 1280, height: 720 } } as const;
export const VIDEO_FRAMES_PER_SECOND = 15;

export const ALARM_TYPES = [
  'humanBody',
  'highTemperature',
  'smoke',
  'noMask',
  'doorOpen',
  'noise',
  'carton',
  'waterAccumulation',
  'fall',
  'unclosedWindow',
  'missingExtinguisher',
  'clutter',
  'navigationException',
] as const;
export type AlarmType = (typeof ALARM_TYPES)[number];
/** @public */
export const REPORT_TYPES = ['daily', 'weekly', 'monthly', 'quarterly'] as const;
/**
 * Ranges of statistics, days.
 * @public
 */
export const RANGE_DAYS = [1, 7, 14, 30] as const;

/** Point attributes (spec 3). */
export const POINT_ATTRIBUTES = [
  'none',
  'charging',
  'loading',
  'waitingElevator',
  'elevator',
  'doorAccessWaiting',
  'doorAccess',
  'temperature',
  'manual',
  'mapSwitching',
] as const;
export type PointAttribute = (typeof POINT_ATTRIBUTES)[number];

/** Delivery statuses (spec 4 "Delivery statuses"). */
export const DELIVERY_STATUSES = [
  'created',
  'goingToLoadingPoint',
  'arrivedAtLoadingPoint',
  'loading',
  'loadingCompleted',
  'loadingFailed',
  'goingToLoadingFailed',
  'loadingTimeout',
  'cabinetOpen',
  'delivering',
  'arrivedAtRoom',
  'completed',
  'notPickedUp',
  'cancelled',
  'deliveryFailed',
  'expired',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Storage keys and cookies, with the spelling of spec 3. */
export const STORAGE_KEYS = {
  token: 'user_token',
  userId: 'user_id',
  robotView: 'robot_view',
  serialNumber: 'serialNumber',
  loginOut: 'login_out',
  language: 'language',
  /**
   * Not in the spec. A prefix followed by the serial number: one key per robot, so that tabs with pending Stops of
   * different robots do not overwrite each other.
   */
  pendingStop: 'pending_stop.',
} as const;
/** Density of tables (spec 3, 9). */
export const SIZES = ['default', 'medium', 'small'] as const;
export type Size = (typeof SIZES)[number];

export const COOKIES = { size: 'size', sidebar: 'sidebarStatus', panel: 'seriaNumberPanelStatus' } as const;
