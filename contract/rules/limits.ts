/** Limits and timings of the product, shared by the console, the server and the tests (spec 9, design 6). */

/**
 * Interval at which a simulated robot's screen changes its claim code; the previous code stays valid for one more
 * interval.
 */
export const CLAIM_CODE_ROTATION_MS = 60_000;

/** Timeout of an API request (spec 7, 9). */
export const REQUEST_TIMEOUT_MS = 300_000;
/** After this time the page shows that it is waiting and offers to cancel. */
export const REQUEST_PATIENCE_MS = 10_000;
export const MESSAGE_DURATION_MS = 5_000;

export const MQTT_RECONNECT_MS = 5_000;
export const MQTT_SUBSCRIBE_RETRY_MS = 500;
/** Retries after the first attempt: 11 attempts per topic. */
export const MQTT_SUBSCRIBE_RETRIES = 10;
/** Time in which an issued MQTT password can open a connection. */
export const MQTT_PASSWORD_TTL_MS = 60_000;
/** Validity of a token for reading one robot's topics and video. */
export const READING_TOKEN_MS = 10 * 60_000;
/** Validity of a password for a TURN server, and when browsers request the next one. */
export const TURN_CREDENTIAL_TTL_MS = 3_600_000;
export const TURN_CREDENTIAL_RENEW_MS = 1_800_000;

/** Update interval of each account's fleet feed; two missed updates count as a lost connection (design 6). */
export const FEED_INTERVAL_MS = 1_000;
export const FEED_LOST_MS = 2_500;
/** A value older than this is shown as stale, with its age. */
export const STALE_AFTER_MS = 5_000;
/** A connected robot that sends nothing for this time counts as not responding. */
export const ROBOT_SILENT_MS = 5_000;
/** Maximum interval of VDA 5050 `state` messages. */
export const STATE_INTERVAL_MS = 1_000;
export const VISUALIZATION_INTERVAL_MS = 200;

export const LEASE_TTL_MS = 15_000;
export const LEASE_RENEW_MS = 5_000;

/** Teleop messages and their echo: 20 Hz while a lease is held. */
export const TELEOP_INTERVAL_MS = 50;
export const TELEOP_ECHO_INTERVAL_MS = 50;
/** Maximum age of the echo stamp in a teleop message for the robot to accept it. */
export const TELEOP_STAMP_MS = 450;
/** Dead man's timeout: the robot stops by itself without an accepted message for this time. */
export const TELEOP_DEADMAN_MS = 250;
/** The browser stops teleop when the newest echoed message was sent longer ago than this. */
export const TELEOP_ECHOED_MS = 550;
/** Teleop is refused when the median round-trip time over this window exceeds the maximum. */
export const ROUND_TRIP_WINDOW_MS = 2_000;
export const ROUND_TRIP_MAX_MS = 300;
/** Maximum speed in m/s up to a median round-trip time in ms; SLOW_NETWORK_SPEED above the last entry. */
export const TELEOP_SPEED_LIMITS = [
  { upTo: 100, speed: 1 },
  { upTo: 200, speed: 0.7 },
] as const;
export const SLOW_NETWORK_SPEED = 0.45;
/** Interval at which a browser renews its viewing, and the time after which a viewing that is not renewed expires. */
export const MEDIA_VIEWING_REPEAT_MS = 10_000;
export const MEDIA_VIEWING_TTL_MS = 60_000;
/**
 * Interval at which a robot is sent its media grants. Short enough that a grant survives a server restart of 25 s even
 * if the next one was just due.
 */
export const MEDIA_GRANTS_INTERVAL_MS = 4_000;
/** Validity of a list of media grants, from its arrival by the robot's own clock. */
export const MEDIA_GRANT_MS = 30_000;
/** How long a robot waits for the grant of a new call, and how long it keeps a muted call. */
export const MEDIA_FIRST_GRANT_MS = 5_000;
export const MEDIA_MUTED_MS = 60_000;
/**
 * Concurrent viewings of one robot per account: in consoles, over channels of an external media service (as many again),
 * and by reading tokens. Each kind is counted apart and ends only its own, because they last unequally long.
 */
export const MEDIA_VIEWINGS_PER_PERSON = 8;
export const MEDIA_READINGS_PER_PERSON = 8;
/** Viewers that a robot serves at once: it renders once, but encodes for each of them. */
export const VIDEO_VIEWERS_PER_ROBOT = 12;
/** Saved layouts of the video wall: of one account, those that others share with it, and the length of a name. */
export const VIDEO_LAYOUTS_PER_ACCOUNT = 20;
export const VIDEO_LAYOUTS_SHARED_SHOWN = 30;
export const VIDEO_LAYOUT_NAME_MAX = 40;
/** Validity of tokens for an external media service; the browser renews them in time. */
export const MEDIA_TOKEN_MS = 120_000;
/** Teleop speeds that the console offers, m/s. */
export const TELEOP_SPEED = { min: 0.1, max: 1, step: 0.05, first: 0.45 } as const;
/** Teleop turn rate, rad/s. */
export const TELEOP_TURN_RATE = 0.9;

/** A command that has not reached the robot by then expires and is never delivered (design 6). Stop does not expire. */
export const COMMAND_TTL_MS = 10_000;
/**
 * A command that the robot accepted but did not confirm by its state fails after this time without messages from the
 * robot.
 */
export const COMMAND_SILENCE_MS = 30_000;

/** Maximum deviation of a request's `time` header (design 3). */
export const CLOCK_TOLERANCE_MS = 300_000;
export const IDEMPOTENCY_TTL_MS = 24 * 3_600_000;
export const READ_REPLAY_TTL_MS = 600_000;
export const BODY_LIMIT_BYTES = 1 << 20;
/** Maximum request body before the sender is authenticated. */
export const ANONYMOUS_BODY_BYTES = 64 << 10;
/** Idle timeout of an upload. */
export const UPLOAD_IDLE_MS = 15_000;
export const SESSION_TTL_MS = 30 * 24 * 3_600_000;
export const SHORT_SESSION_TTL_MS = 12 * 3_600_000;
/** Accuracy of a session's last use. */
export const SESSION_LAST_USED_PRECISION_MS = 60_000;
/** Concurrent sessions per account: a new one ends the least recently used one. */
export const SESSIONS_PER_ACCOUNT = 50;
/** Rate limit of sign-ins per account with the correct password. */
export const SIGN_INS_PER_ACCOUNT = 200;
export const SIGN_INS_WINDOW_MS = 600_000;
/** Number of sessions listed to their owner, most recently used first. */
export const SESSIONS_SHOWN = 100;

/** Validity of a link for setting a password, and of an invitation. */
export const PASSWORD_LINK_TTL_MS = 24 * 3_600_000;
export const INVITATION_TTL_MS = 7 * 24 * 3_600_000;
/** Maximum number of pending invitations. */
export const INVITATIONS_MAX = 100;
/** Number of keys for wall boards and robot screens listed to administrators. */
export const WALL_KEYS_SHOWN = 200;
/**
 * The wall board: maximum number of robots shown, poll interval, request timeout, and the age at which its data is
 * marked as stale.
 */
export const OFFLINE_SHOWN = 200;
export const BOARD_POLL_MS = 5_000;
export const BOARD_PATIENCE_MS = 10_000;
export const BOARD_STALE_MS = 20_000;
/** Number of integrators' apps listed to administrators. */
export const APPS_SHOWN = 200;
/** Rate limit of wrong keys per IP address. */
export const WRONG_KEYS_PER_ADDRESS = 30;
export const WRONG_KEYS_WINDOW_MS = 600_000;
/** Audit log entries are counted up to this number; a list shows only that there are more. */
export const AUDIT_COUNTED = 10_000;

/** Password attempts per account and per IP address before sign-in is blocked for SIGN_IN_WAIT_MS. */
export const SIGN_IN_TRIES = 5;
export const SIGN_IN_TRIES_PER_ADDRESS = 30;
export const SIGN_IN_WAIT_MS = 60_000;

/**
 * Verification codes: validity, wrong guesses that invalidate one, and how often one is sent to a target and for an IP
 * address (spec 8, 11017).
 */
export const CODE_DIGITS = 6;
export const CODE_TTL_MS = 600_000;
export const CODE_GUESSES = 5;
export const CODE_PAUSE_MS = 60_000;
export const CODES_PER_TARGET = 5;
export const CODES_PER_ADDRESS = 20;
export const CODES_WINDOW_MS = 3_600_000;
/** Validity of a captcha; it can be answered once. */
export const CAPTCHA_TTL_MS = 300_000;
export const CAPTCHA_LETTERS = 5;
/** Rate limit of captchas per IP address. */
export const CAPTCHAS_PER_ADDRESS = 100;
export const CAPTCHAS_WINDOW_MS = 600_000;
/** Rate limit per IP address of checks whether a phone number is registered. */
export const REGISTERED_ASKED_PER_ADDRESS = 60;
export const REGISTERED_WINDOW_MS = 600_000;
/**
 * QR sign-in: validity of a code, restarted when it is scanned, and the wrong numbers after which the page is refused.
 */
export const LOGIN_QR_TTL_MS = 120_000;
export const LOGIN_QR_GUESSES = 3;
/** The page shows the next code this long before the previous one expires; both are valid meanwhile. */
export const LOGIN_QR_OVERLAP_MS = 20_000;
/** Interval at which the page polls the state of its code. */
export const LOGIN_QR_ASK_MS = 1_500;
/** Polls per IP address in 10 s, enough for sixty pages. */
export const LOGIN_QR_ASKS_PER_ADDRESS = 400;
/** Rate limit of codes per IP address; one page needs six per window. */
export const LOGIN_QRS_PER_ADDRESS = 300;
export const LOGIN_QRS_WINDOW_MS = 600_000;
/** Retention of outbox messages. */
export const OUTBOX_TTL_MS = 30 * 24 * 3_600_000;
/** In the demo: number and maximum age of messages shown to the person who entered their target. */
export const NEWEST_MESSAGES = 3;
export const NEWEST_MESSAGES_MS = 600_000;

/** Rate limits per person of requests for robots and of invitations, against enumerating robots and accounts. */
export const ASKS_PER_PERSON = 10;
export const INVITES_PER_PERSON = 30;
export const ASKS_WINDOW_MS = 3_600_000;
/** Maximum number of robots in one invitation. */
export const INVITE_ROBOTS_MAX = 100;

/**
 * The contact form: text lengths, rate limit per IP address, limit per day, retention, and maximum number of
 * administrators notified by e-mail.
 */
export const INQUIRY_COMPANY_MAX = 100;
export const INQUIRY_QUESTION_MAX = 2_000;
export const INQUIRIES_PER_ADDRESS = 5;
export const INQUIRIES_WINDOW_MS = 3_600_000;
export const INQUIRIES_PER_DAY = 200;
export const INQUIRIES_TTL_MS = 365 * 24 * 3_600_000;
export const INQUIRY_RECIPIENTS_MAX = 20;
/**
 * Weather: cache TTL, retry delay after a failure, request timeout, and the age from which old data is no longer shown.
 */
export const WEATHER_FRESH_MS = 600_000;
export const WEATHER_RETRY_MS = 60_000;
export const WEATHER_PATIENCE_MS = 10_000;
export const WEATHER_KEPT_MS = 6 * 3_600_000;
/** Hours of the forecast, and the poll interval of a robot's screen. */
export const WEATHER_HOURS = 12;
export const WEATHER_ASK_MS = 60_000;

/** A delivery ends if its robot reports nothing about it for this time. */
export const DELIVERY_SILENT_MS = 3_600_000;
/**
 * Attempts to look up a delivery: wrong numbers on one delivery from one IP address (or IPv6 network), which then is locked
 * for that delivery; wrong numbers from all of them, and unknown deliveries tried from one address. The window of the last
 * two is short, because they can lock out others.
 */
export const DELIVERY_TRIES = 5;
export const DELIVERY_TRIES_LOCK_MS = 600_000;
export const DELIVERY_TRIES_OF_ALL = 60;
export const DELIVERY_TRIES_PER_ADDRESS = 60;
export const DELIVERY_TRIES_WINDOW_MS = 60_000;
/** A network from which the right number was given is not locked out by others for this time. */
export const DELIVERY_PROVEN_MS = 86_400_000;
/** Rate limits of visitor sign-outs per IP address, which all visitors of a reception share. */
export const VISIT_CODES_PER_ADDRESS = 60;
export const VISIT_CODES_WINDOW_MS = 600_000;
export const VISIT_TRIES_PER_ADDRESS = 60;
export const VISIT_TRIES_WINDOW_MS = 60_000;
/** Retention of the questions that people asked robots, without who asked. */
export const QUESTIONS_TTL_MS = 90 * 24 * 3_600_000;
/** Retention of deliveries and visits, and of the robots' events about them, which only deduplicate repeats. */
export const VISITOR_RECORDS_TTL_MS = 365 * 24 * 3_600_000;
export const VISITOR_EVENTS_TTL_MS = 24 * 3_600_000;
/**
 * Rate limits of messages that robots send to people, per recipient and per robot, in case a robot malfunctions or is
 * compromised.
 */
export const ROBOT_MESSAGES_PER_PERSON = 12;
export const ROBOT_MESSAGES_PER_ROBOT = 120;
export const ROBOT_MESSAGES_WINDOW_MS = 3_600_000;
/** Number of messages from simulated robots that are kept, because a demo can run for days. */
export const DEMO_MESSAGES_KEPT = 40;
/** Maximum characters of one spoken text. */
export const SPOKEN_MAX = 400;
/** Retention time and maximum number of captions. */
export const CAPTION_TTL_MS = 120_000;
export const CAPTIONS_KEPT = 20;
/** Poll interval for captions, and the time without a response after which the screen counts as disconnected. */
export const CAPTIONS_POLL_MS = 1_000;
export const CAPTIONS_LOST_MS = 6_000;
/** A screen without a connection to the broker tries to open one this often; until then it polls. */
export const SCREEN_RELINK_MS = 5_000;
/** A screen requests its next token this long before the end of the last one. */
export const READING_TOKEN_RENEW_MS = 60_000;
/** Number of lines that a robot's page shows of what the robot said, and its poll interval. */
export const SPOKEN_SHOWN = 5;
export const SPOKEN_POLL_MS = 3_000;
/**
 * A shared screen clears its data after this idle time, also after completion; the longer one applies while a code is
 * on its way.
 */
export const SHARED_SCREEN_IDLE_MS = 30_000;
export const SHARED_SCREEN_CODE_IDLE_MS = 180_000;

/** Maximum size of a recording; the request body adds Base64 (a third) and the sentence. */
export const RECORDING_MAX_BYTES = 4 << 20;
export const CAPSULE_BODY_LIMIT_BYTES = Math.ceil(RECORDING_MAX_BYTES / 3) * 4 + (16 << 10);
/**
 * The part of a recording that a tab keeps in session storage, so that a reload does not lose what led to a problem:
 * maximum characters, and the interval at which it is written. Browsers allow about 5 MB per site and count up to two
 * bytes per character; this leaves more than half of that. Compressed, it holds minutes of a busy fleet.
 */
export const RECORDING_KEPT_CHARS = 1 << 20;
export const RECORDING_KEPT_EVERY_MS = 5_000;
/** Rate limit of problem reports per person. */
export const REPORTS_PER_PERSON = 10;
export const REPORTS_WINDOW_MS = 3_600_000;
/** Retention of problem reports: number and age. */
export const REPORTS_KEPT = 200;
export const REPORTS_TTL_MS = 90 * 24 * 3_600_000;

/** Duration of a fault of the demo, and the longest one, ms. */
export const FAULT_MS = 5 * 60_000;
export const FAULT_MOST_MS = 3_600_000;
/** The longest delay of the broker that can be chosen as a fault. */
export const FAULT_DELAY_MOST_MS = 30_000;

/** Layout (spec 9), CSS pixels. */
export const SIDEBAR_PX = 206;
export const PANEL_FULL_PX = 251;
export const PANEL_NARROW_PX = 130;
export const MOBILE_BELOW_PX = 992;
/** Below this width a timetable has five columns of days (`wide` in tailwind.config.ts), px. */
export const WEEK_BELOW_PX = 1_240;
/** Below this width the sidebar collapses automatically (look, "Frame"). */
export const SIDEBAR_FOLDS_BELOW_PX = 1_240;

export const PASSWORD_LENGTH = { min: 6, max: 16 } as const;
export const SERIAL_NUMBER_MAX = 50;
export const NICKNAME_MAX = 40;
/** Robots that are registered together. */
export const BATCH_ROBOTS_MAX = 200;
/** Robots in use that people added as simulated ones: each is work for the server's machine. */
export const SIMULATED_ROBOTS_MAX = 10;
/** Square metres of a floor with simulated robots: their grid of it is kept in memory. */
export const SIMULATED_FLOOR_MAX_M2 = 10_000;
/** A robot's own names for the maps of its site. */
export const ROBOT_MAPS_MAX = 100;
/** Avatar: maximum file size and side length. Base64 adds a third to the request body. */
export const AVATAR_MAX_BYTES = 2 << 20;
export const AVATAR_MAX_PX = 1_024;
export const AVATAR_BODY_LIMIT_BYTES = Math.ceil(AVATAR_MAX_BYTES / 3) * 4 + (16 << 10);
/** Side length of the avatar that the console crops. */
export const AVATAR_PX = 256;
/** Maximum length of an e-mail address. */
export const ACCOUNT_MAX = 254;
export const REASON_MAX = 200;
export const SENTENCE_MAX = 500;
export const PAGE_PATH_MAX = 200;
export const BUILD_MAX = 64;
export const PAGE_SIZE = { first: 20, max: 100 } as const;
/** The total of a list stops counting here, and so do its pages; a higher number means "more than". */
export const LIST_COUNTED = 10_000;
/** Text is searched in the newest rows that match the other filters, at most so many. */
export const LIST_SEARCHED = 10_000;

/** Thresholds for low and critical battery, percent. */
export const BATTERY_LOW = 30;
export const BATTERY_CRITICAL = 15;
/** During a route run the robot goes to charge below the first threshold and continues at the second, percent. */
export const CRUISE_CHARGE_BELOW = 20;
export const CRUISE_CHARGE_UNTIL = 80;
/** A route run ends if its robot sends no messages for this time. */
export const CRUISE_SILENCE_MS = 30 * 60_000;
/** A route run ends if the robot, though connected, does not accept an order or order update within this time. */
export const CRUISE_TAKE_MS = 60_000;
/**
 * Tracks: how far a robot must move or turn for a new sample (metres, radians), how often a stationary robot is
 * noted, and retention.
 */
export const TRACK_MOVED_M = 0.02;
export const TRACK_TURNED = Math.PI / 90;
export const TRACK_STANDING_MS = 5 * 60_000;
export const TRACKS_TTL_MS = 30 * 24 * 3_600_000;
/** A robot counts as driven by hand after this many metres under one person's control. */
export const DRIVEN_M = 1;
/** Retention of records of route runs and of disinfections. */
export const CRUISE_RECORDS_TTL_MS = 365 * 24 * 3_600_000;
export const DISINFECTION_RECORDS_TTL_MS = 365 * 24 * 3_600_000;
/** Maximum number of robots in one request. */
export const ROBOTS_AT_ONCE = 1_000;
/** Length of the trails on maps. */
export const TRAIL_MS = 60_000;

/** Timeout per file of an external file store. */
export const FILES_TIMEOUT_MS = 10_000;

/** Maximum number of concurrent Stops per robot; a second Stop by the same person counts as the first. */
export const MOST_STOPS = 50;
/**
 * Maximum number of unrecorded Stops per person and robot while the database is unavailable. Further ones resend the
 * newest of these to the robot.
 */
export const MOST_UNRECORDED_STOPS = 5;
/** An undelivered Stop is resent automatically for this time; after that a person must resend it. */
export const STOP_RETRY_MS = 10 * 60_000;
/** How long a delivered Stop stays visible on every page. */
export const STOP_DELIVERED_MS = 8_000;
/** A Stop that reached the server counts as unanswered without the robot's confirmation for this time. */
export const STOP_SILENT_MS = 10_000;
/** Maximum number of pending Stops stored by a browser, one per robot. */
export const MOST_PENDING_STOPS = 500;

/** Maximum number of people listed to a user who may not resume a robot, and notified by one request. */
export const MOST_RESUMERS = 20;
/** Maximum number of account administrators named to a user whose account is view-only. */
export const MOST_RAISERS = 5;
/** Minimum interval between two resume requests by one person for one robot. */
export const RESUME_ASK_EVERY_MS = 30_000;

/** How long a browser's tab keeps what was typed into a form that was not saved. */
export const DRAFT_KEPT_MS = 8 * 3_600_000;
/** Maximum length of what is kept of one form, as JSON; a longer one is not kept. */
export const DRAFT_MAX_CHARS = 65_536;

/** Administrators that are named to somebody who lacks a right. */
export const ADMINISTRATORS_SHOWN = 5;

/** For the documentation of the API, which is the same for every installation. @param kind of rules/retention.ts */
export const keptDays = (kind: string, usualMs: number): string =>
  `the days that the setting RETENTION_DAYS names under \`${kind}\`, by default ${usualMs / 86_400_000}`;
