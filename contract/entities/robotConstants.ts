/** Closed lists of domain values of robots and maps; apart from constants.ts, which the sign-in page loads. */
import type { KindView, RobotKind } from './constants.ts';

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
export type BroadcastLanguage = (typeof BROADCAST_LANGUAGES)[number];

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

/**
 * What a media grant can cover: the camera, the microphone, the viewer's voice played by the robot, and the viewer's
 * camera on its screen, which takes a call.
 */
export const MEDIA_KINDS = ['picture', 'sound', 'voice', 'camera'] as const;
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

/** Lights of a robot that are seen from outside. */
export const ROBOT_LIGHTS = ['front', 'chassis', 'warning'] as const;
export type RobotLight = (typeof ROBOT_LIGHTS)[number];
