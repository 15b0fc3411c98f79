/** Phrases and pictures that the people of a site keep for calls with its robots, beside the built-in ones. */

export const CALL_PHRASES_MAX = 20;
export const CALL_OWN_PICTURES_MAX = 12;
/** Letters of a picture's name. */
export const CALL_PICTURE_NAME_MAX = 40;
/** Validity of the address at which a robot fetches a picture. */
export const CALL_PICTURE_ADDRESS_MS = 60_000;
