/** Numbers the product promises. Named once, imported by both sides and by the tests (spec 9, design 6). */

/** The screen of a simulated robot shows another claim code this often; the last one is good for as long again. */
export const CLAIM_CODE_TURN_MS = 60_000;

/** A call may take this long before it is given up (spec 7, 9). */
export const REQUEST_TIMEOUT_MS = 300_000;
/** From here on the page says that it waits, and offers to cancel. */
export const REQUEST_PATIENCE_MS = 10_000;
export const MESSAGE_DURATION_MS = 5_000;

export const MQTT_RECONNECT_MS = 5_000;
export const MQTT_SUBSCRIBE_RETRY_MS = 500;
/** Retries after the first attempt: a topic is tried 1 + 10 times, then left alone. */
export const MQTT_SUBSCRIBE_RETRIES = 10;
/** How long a fetched MQTT password opens a connection. */
export const MQTT_PASSWORD_TTL_MS = 60_000;
/** A password for a TURN server works this long; browsers ask for another in good time. */
export const TURN_CREDENTIAL_TTL_MS = 3_600_000;
export const TURN_CREDENTIAL_RENEW_MS = 1_800_000;

/** Each account's feed beats this often; two missed beats are a lost link (design 6). */
export const FEED_BEAT_MS = 1_000;
export const FEED_LOST_MS = 2_500;
/** A value older than this is shown as stale, with its age. */
export const STALE_AFTER_MS = 5_000;
/** A robot that says nothing for this long, its connection still up, is not answering. */
export const ROBOT_SILENT_MS = 5_000;
/** VDA 5050: `state` comes at least this often, even when nothing happens. */
export const STATE_INTERVAL_MS = 1_000;
export const VISUALIZATION_INTERVAL_MS = 200;

export const LEASE_TTL_MS = 15_000;
export const LEASE_RENEW_MS = 5_000;

/** Driving by hand and its echo: 20 a second while a lease is held. */
export const TELEOP_INTERVAL_MS = 50;
export const TELEOP_ECHO_INTERVAL_MS = 50;
/** The robot obeys a message while the stamp in it, of its own echo, is no older than this. */
export const TELEOP_STAMP_MS = 450;
/** Without an obeyed message for this long the robot stops by itself. */
export const TELEOP_DEADMAN_MS = 250;
/** The browser stops driving when the newest sequence that the robot echoed left longer ago than this. */
export const TELEOP_ECHOED_MS = 550;
/** Control is refused when the median round trip of so long exceeds so much. */
export const ROUND_TRIP_WINDOW_MS = 2_000;
export const ROUND_TRIP_MAX_MS = 300;
/** m/s at the most, by the median round trip in ms; beyond the last one the other. */
export const TELEOP_SPEED_LIMITS = [
  { upTo: 100, speed: 1 },
  { upTo: 200, speed: 0.7 },
] as const;
export const SLOW_NETWORK_SPEED = 0.45;
/** A browser repeats its viewing this often; one that is not repeated for so long is forgotten. */
export const MEDIA_VIEWING_REPEAT_MS = 10_000;
export const MEDIA_VIEWING_TTL_MS = 60_000;
/** A robot is sent its media grants this often: even a list that was due when the server died outlasts a restart of 25 s. */
export const MEDIA_GRANTS_INTERVAL_MS = 4_000;
/** A robot trusts a list of media grants for so long, counted from its arrival by the robot's own clock. */
export const MEDIA_GRANT_MS = 30_000;
/** A robot waits this long for the grant of a call that has just begun, and keeps a muted call this long. */
export const MEDIA_FIRST_GRANT_MS = 5_000;
export const MEDIA_MUTED_MS = 60_000;
/** Viewings of one robot that one account may have at a time. */
export const MEDIA_VIEWINGS_PER_PERSON = 8;
/** Tokens for an outside media service work this long; the browser renews them in time. */
export const MEDIA_TOKEN_MS = 120_000;
/** Speeds the pad offers, metres a second. */
export const DRIVE_SPEED = { min: 0.1, max: 1, step: 0.05, first: 0.45 } as const;
/** Turning by hand, radians a second. */
export const DRIVE_TURN_RATE = 0.9;

/** What has not reached the robot by then is expired and never delivered (design 6). Stop has none. */
export const COMMAND_TTL_MS = 10_000;
/** A command the robot took but never proved by its state ends as failed after this long without news from it. */
export const COMMAND_SILENCE_MS = 30_000;

/** A request is refused when its `time` header is further off than this (design 3). */
export const CLOCK_TOLERANCE_MS = 300_000;
export const IDEMPOTENCY_TTL_MS = 24 * 3_600_000;
export const READ_REPLAY_TTL_MS = 600_000;
export const BODY_LIMIT_BYTES = 1 << 20;
/** A body of somebody who is not known yet ends here. */
export const STRANGER_BODY_BYTES = 64 << 10;
/** An upload that sends nothing for so long is ended. */
export const UPLOAD_IDLE_MS = 15_000;
export const SESSION_TTL_MS = 30 * 24 * 3_600_000;
export const SHORT_SESSION_TTL_MS = 12 * 3_600_000;
/** The last use of a session is as exact as this. */
export const SESSION_TOUCH_MS = 60_000;
/** Sessions of an account that live at a time: a new one ends the one that was not used for the longest time. */
export const SESSIONS_PER_ACCOUNT = 50;
/** Sign-ins of an account with the right password, and in what time. */
export const SIGN_INS_PER_ACCOUNT = 200;
export const SIGN_INS_WINDOW_MS = 600_000;
/** Sessions that are shown to their owner, last used first. */
export const SESSIONS_SHOWN = 100;

/** A link by which somebody sets a password, or an invitation is taken up, works this long. */
export const PASSWORD_LINK_TTL_MS = 24 * 3_600_000;
export const INVITATION_TTL_MS = 7 * 24 * 3_600_000;
/** Invitations that wait at one time. */
export const INVITATIONS_MAX = 100;
/** Keys for walls and robots' screens that are shown to administrators. */
export const WALL_KEYS_SHOWN = 200;
/** Robots that a wall shows at the most; how often it asks, how long it waits for an answer, and from what age on it says that what it shows is old. */
export const OFFLINE_SHOWN = 200;
export const BOARD_BEAT_MS = 5_000;
export const BOARD_PATIENCE_MS = 10_000;
export const BOARD_STALE_MS = 20_000;
/** Integrators' apps that are shown to administrators. */
export const APPS_SHOWN = 200;
/** Wrong keys of one address, and in what time, before it has to wait. */
export const WRONG_KEYS_PER_ADDRESS = 30;
export const WRONG_KEYS_WINDOW_MS = 600_000;
/** Entries of the audit log are counted up to here; beyond, a list says that there are more. */
export const AUDIT_COUNTED = 10_000;

/** Tries of a password per account, and per address, before sign-in waits. */
export const SIGN_IN_TRIES = 5;
export const SIGN_IN_TRIES_PER_ADDRESS = 30;
export const SIGN_IN_WAIT_MS = 60_000;

/** Verification codes: how long one works, wrong guesses that end it, how often one is sent to a target and for an address (spec 8, 11017). */
export const CODE_DIGITS = 6;
export const CODE_TTL_MS = 600_000;
export const CODE_GUESSES = 5;
export const CODE_PAUSE_MS = 60_000;
export const CODES_PER_TARGET = 5;
export const CODES_PER_ADDRESS = 20;
export const CODES_WINDOW_MS = 3_600_000;
/** A picture of letters may be answered for so long, once. */
export const CAPTCHA_TTL_MS = 300_000;
export const CAPTCHA_LETTERS = 5;
/** Pictures for one address, and in what time. */
export const CAPTCHAS_PER_ADDRESS = 100;
export const CAPTCHAS_WINDOW_MS = 600_000;
/** Questions of one address whether a number is registered, and in what time. */
export const REGISTERED_ASKED_PER_ADDRESS = 60;
export const REGISTERED_WINDOW_MS = 600_000;
/** A code to sign in with by the companion app: how long it works, and again from its scanning; wrong numbers that turn the page away. */
export const LOGIN_QR_TTL_MS = 120_000;
export const LOGIN_QR_GUESSES = 3;
/** The page shows another so long before the last one ends, which works until then. */
export const LOGIN_QR_OVERLAP_MS = 20_000;
/** The page asks this often what became of it. */
export const LOGIN_QR_ASK_MS = 1_500;
/** Questions of one address what became of its codes, in 10 s: those of sixty pages. */
export const LOGIN_QR_ASKS_PER_ADDRESS = 400;
/** Codes for one address, and in what time: a page needs six of them. */
export const LOGIN_QRS_PER_ADDRESS = 300;
export const LOGIN_QRS_WINDOW_MS = 600_000;
/** The outbox keeps messages for so long. */
export const OUTBOX_TTL_MS = 30 * 24 * 3_600_000;
/** In the demo: messages that are shown to whoever typed their target, and how old they may be. */
export const NEWEST_MESSAGES = 3;
export const NEWEST_MESSAGES_MS = 600_000;

/** Robots that one person may ask for, and people that one may invite, in a time: nobody finds out robots or accounts by trying. */
export const ASKS_PER_PERSON = 10;
export const INVITES_PER_PERSON = 30;
export const ASKS_WINDOW_MS = 3_600_000;
/** Requests that a robot's administrators see at once. */
export const WAITING_SHOWN = 100;

/** The contact form: its lengths, how many one address sends and in what time, how many are taken in a day, how long they are kept, and who is told of one by e-mail. */
export const INQUIRY_COMPANY_MAX = 100;
export const INQUIRY_QUESTION_MAX = 2_000;
export const INQUIRIES_PER_ADDRESS = 5;
export const INQUIRIES_WINDOW_MS = 3_600_000;
export const INQUIRIES_PER_DAY = 200;
export const INQUIRIES_TTL_MS = 365 * 24 * 3_600_000;
export const INQUIRY_TOLD = 20;
/** What a weather provider said is good for so long; after a failure it is asked again then; it is given up when it does not answer; and what it said is shown no more. */
export const WEATHER_FRESH_MS = 600_000;
export const WEATHER_RETRY_MS = 60_000;
export const WEATHER_PATIENCE_MS = 10_000;
export const WEATHER_KEPT_MS = 6 * 3_600_000;
/** Hours that are foretold, and how often a robot's screen asks. */
export const WEATHER_HOURS = 12;
export const WEATHER_ASK_MS = 60_000;

/** A delivery of which its robot says nothing for so long is over. */
export const DELIVERY_SILENT_MS = 3_600_000;
/** Tries of a phone number at a delivery, and for an address, in a time. Short: whoever mistypes waits a minute at most. */
export const DELIVERY_TRIES = 10;
export const DELIVERY_TRIES_PER_ADDRESS = 60;
export const DELIVERY_TRIES_WINDOW_MS = 60_000;
/** Sign-outs of visitors for one address: a reception has one address for all its visitors. */
export const VISIT_CODES_PER_ADDRESS = 60;
export const VISIT_CODES_WINDOW_MS = 600_000;
export const VISIT_TRIES_PER_ADDRESS = 60;
export const VISIT_TRIES_WINDOW_MS = 60_000;
/** Deliveries and visits are kept for so long, and a robot's own telling of them, which only keeps a repeat from counting twice. */
export const MEETINGS_TTL_MS = 365 * 24 * 3_600_000;
export const MEETING_EVENTS_TTL_MS = 24 * 3_600_000;
/** What robots may have written to one person, and one robot to all, in a time: one that went mad, or was taken over, pesters nobody and costs little. */
export const ROBOT_MESSAGES_PER_PERSON = 12;
export const ROBOT_MESSAGES_PER_ROBOT = 120;
export const ROBOT_MESSAGES_WINDOW_MS = 3_600_000;
/** Of what simulated robots write to people the newest are kept: a demo may run for days. */
export const DEMO_MESSAGES_KEPT = 40;
/** Characters that a robot says at once. */
export const SPOKEN_MAX = 400;
/** What was said near a robot is remembered for so long, and so much of it. */
export const CAPTION_TTL_MS = 120_000;
export const CAPTIONS_KEPT = 20;
/** How often a screen asks what was said, and how long without an answer means that it is cut off. */
export const CAPTIONS_POLL_MS = 1_000;
export const CAPTIONS_LOST_MS = 6_000;
/** A screen that many use forgets the last one: after so long without a touch, while a code is on its way, and once all is done. */
export const SHARED_SCREEN_IDLE_MS = 30_000;
export const SHARED_SCREEN_CODE_IDLE_MS = 180_000;

/** A capsule as it is; it travels as Base64, a third larger, with a sentence beside it. */
export const CAPSULE_MAX_BYTES = 4 << 20;
export const CAPSULE_BODY_LIMIT_BYTES = Math.ceil(CAPSULE_MAX_BYTES / 3) * 4 + (16 << 10);
/** Problem reports that one person may send, and in what time. */
export const REPORTS_PER_PERSON = 10;
export const REPORTS_WINDOW_MS = 3_600_000;
/** What is kept of all reports. */
export const REPORTS_KEPT = 200;
export const REPORTS_TTL_MS = 90 * 24 * 3_600_000;

/** Layout (spec 9), CSS pixels. */
export const SIDEBAR_PX = 206;
export const PANEL_FULL_PX = 251;
export const PANEL_NARROW_PX = 130;
export const MOBILE_BELOW_PX = 992;
/** Look, "Frame": below this the sidebar is folded by itself. */
export const SIDEBAR_FOLDS_BELOW_PX = 1_240;

export const PASSWORD_LENGTH = { min: 6, max: 16 } as const;
export const SERIAL_NUMBER_MAX = 50;
export const NICKNAME_MAX = 40;
/** A person's picture: as a file, and a side of it. It travels as Base64, a third larger. */
export const AVATAR_MAX_BYTES = 2 << 20;
export const AVATAR_MAX_PX = 1_024;
export const AVATAR_BODY_LIMIT_BYTES = Math.ceil(AVATAR_MAX_BYTES / 3) * 4 + (16 << 10);
/** A side of what the console cuts out of a picture. */
export const AVATAR_PX = 256;
/** The longest e-mail address there is. */
export const ACCOUNT_MAX = 254;
export const REASON_MAX = 200;
export const SENTENCE_MAX = 500;
export const PAGE_PATH_MAX = 200;
export const BUILD_MAX = 64;
export const PAGE_SIZE = { first: 20, max: 100 } as const;

/** Below this battery is low, below that it is critical (per cent). */
export const BATTERY_LOW = 30;
export const BATTERY_CRITICAL = 15;
/** On a drive along a route a robot goes to charge below the one, and on from the other (per cent). */
export const CRUISE_CHARGE_BELOW = 20;
export const CRUISE_CHARGE_UNTIL = 80;
/** A drive whose robot was not heard for so long is over. */
export const CRUISE_SILENCE_MS = 30 * 60_000;
/** An order in the midst of a drive, or a change of it, that the robot does not take for so long, though it is there, ends the drive. */
export const CRUISE_TAKE_MS = 60_000;
/** Records of drives are kept for so long. */
export const CRUISE_RECORDS_TTL_MS = 365 * 24 * 3_600_000;
/** Robots that one call may name. */
export const ROBOTS_AT_ONCE = 1_000;
/** The trail a map shows, and how far back it reaches. */
export const TRAIL_MS = 60_000;

/** A store of files outside gets this long for one of them. */
export const FILES_TIMEOUT_MS = 10_000;

/** Stops of one robot that may stand side by side: a person's second one is the same as the first. */
export const MOST_STOPS = 50;
/** Of one person on one robot while the database does not take them: further ones tell the robot again, and are the newest of these. */
export const MOST_UNRECORDED_STOPS = 5;
/** A Stop that could not be delivered is sent by itself for so long; an older one waits for a person. */
export const STOP_RETRY_MS = 10 * 60_000;
/** A delivered Stop stays on every page for so long. */
export const STOP_DELIVERED_MS = 8_000;
/** Without the robot's confirmation for so long a Stop that the server has counts as not answered. */
export const STOP_SILENT_MS = 10_000;
/** Pending Stops that a browser keeps; one a robot. */
export const MOST_PENDING_STOPS = 500;

/** People named to whoever may not resume a robot, and asked by one press. */
export const MOST_RESUMERS = 20;
/** One person asks about one robot no more often than this. */
export const RESUME_ASK_EVERY_MS = 30_000;
