/** Closed lists of domain values (spec 1, 3, 9). */

export const LANGUAGES = ['zhCN', 'enUS'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'zhCN';
/** Values of the `language` header (spec 7). */
export const LANGUAGE_HEADER = { zhCN: 'zh-cn', enUS: 'en-us' } as const satisfies Record<Language, string>;
/** Spec 2 "Views": all, logistics, welcome, security, disinfection. */
export const ROBOT_VIEWS = ['all', 'w', 'xp', 's', 'd'] as const;
export type RobotView = (typeof ROBOT_VIEWS)[number];
export const KIND_VIEWS = ['w', 'xp', 's', 'd'] as const satisfies readonly RobotView[];
export type KindView = (typeof KIND_VIEWS)[number];

export const ROBOT_KINDS = ['delivery', 'reception', 'security', 'disinfection'] as const;
export type RobotKind = (typeof ROBOT_KINDS)[number];
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
