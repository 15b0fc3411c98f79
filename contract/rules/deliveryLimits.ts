/** Limits and times of deliveries (design 22). */

/** Waiting at the loading point, from arrival and from the opening of the compartment. */
export const LOADING_WAIT_MS = 10 * 60_000;
/** Waiting for the recipient; longer once, if asked for. */
export const PICKUP_WAIT_MS = 10 * 60_000;
export const MORE_TIME_MS = 5 * 60_000;
export const DELIVERY_EXPIRES_MS = 24 * 3_600_000;
/** A robot waits at a door this long before the board lists it under "Needs you". */
export const AT_DOOR_LONG_MS = 3 * 60_000;
/** A failed delivery stays on the board this long, unless it is dealt with. */
export const FAILED_SHOWN_MS = 12 * 3_600_000;
/** A jammed compartment that nobody has dealt with is kept free for so long after its delivery was made. */
export const JAM_KEPT_MS = 30 * 24 * 3_600_000;

/** A parcel that has been on its way back this long needs somebody. */
export const RETURN_LONG_MS = 30 * 60_000;

/** Wrong codes after which the robot locks its keypad, and for how long. */
export const KEYPAD_TRIES = 5;
export const KEYPAD_LOCK_MS = 10 * 60_000;
/** An order to open a compartment is carried out within this time or not at all. */
export const OPEN_CABINET_TTL_MS = 8_000;
/** A robot that does not take a delivery within this time is replaced by another one. */
export const ACCEPT_WITHIN_MS = 20_000;
/** A robot on the way to the loading point that is silent this long is replaced. */
export const REPLACE_SILENT_MS = 120_000;
/** The robot decides about its waiting times itself; the server acts this much later, in case the robot does not. */
export const TIMEOUT_GRACE_MS = 15_000;

/** Deliveries of a site that are under way or waiting. */
export const OPEN_DELIVERIES_PER_SITE = 2_000;
/** Deliveries that one account or app may create in a minute. */
export const DELIVERIES_PER_MINUTE = 600;
/** Deliveries that are under way on one robot, because every compartment holds one. */
export const COMPARTMENTS_MAX = 12;
export const COMPARTMENT_SIZES = ['small', 'large'] as const;
export type CompartmentSize = (typeof COMPARTMENT_SIZES)[number];
export const DELIVERY_NOTE_MAX = 200;
export const RECIPIENT_NAME_MAX = 40;
/** A delivery can be asked for at most this long ahead. */
export const NOT_BEFORE_MAX_MS = 20 * 3_600_000;
/** Robots with a lower battery get no delivery, per cent. */
export const DELIVERY_BATTERY_MIN = 25;

/** The board returns at most this many deliveries. */
export const BOARD_MAX = 600;
/** Lines in the history of one delivery. */
export const DELIVERY_STEPS_MAX = 120;
/**
 * Text messages about deliveries to one phone number in an hour, and of one account (or app) in a day. A delivery is made
 * all the same; its history says which message was not sent.
 */
export const DELIVERY_MESSAGES_PER_NUMBER = 30;
export const DELIVERY_MESSAGES_NUMBER_MS = 3_600_000;
export const DELIVERY_MESSAGES_PER_ACCOUNT = 3_000;
export const DELIVERY_MESSAGES_ACCOUNT_MS = 86_400_000;
/** Deliveries that one robot may report by itself: open ones, and new ones in a day. Further ones are ignored. */
export const REPORTED_OPEN_MAX = 100;
export const REPORTED_PER_DAY_MAX = 500;
/** Codes of one delivery that are sent again in ten minutes. */
export const CODES_RESENT_MAX = 3;
export const CODES_RESENT_WINDOW_MS = 600_000;
/** Phone numbers in full that one account may ask for in an hour. */
export const PHONES_REVEALED_MAX = 30;
/** How long after its end the people of a delivery can still be called, days; then its numbers stay masked. */
export const PHONE_SHOWN_DAYS = 7;
export const PHONES_REVEALED_WINDOW_MS = 3_600_000;
/** Points of the way driven that the recipient sees: the last metres. */
export const RECIPIENT_TRAIL_M = 30;
/** Rows of one export. */
export const DELIVERY_EXPORT_ROWS = 50_000;
/** Retention of an export, as long as its file. */
export const DELIVERY_EXPORTS_TTL_MS = 7 * 86_400_000;
