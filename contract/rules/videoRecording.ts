/** Rules of recording a robot's video in the browser. */

/** A recording ends by itself at this length. */
export const VIDEO_RECORDING_MS_MAX = 30 * 60_000;
/** At this rate the longest recording stays below the size of a video file. */
export const VIDEO_RECORDING_BITS_PER_SECOND = 1_200_000;
/** Length of the parts that are uploaded while recording: a closed tab loses at most the last one. */
export const VIDEO_RECORDING_PART_MS = 2_000;
/** Parts that the server takes: twice as many as the longest recording has. */
export const VIDEO_RECORDING_PARTS_MAX = 2_000;
/** Time after its start at which it takes none any more: the longest recording, and some for a slow connection. */
export const VIDEO_RECORDING_OPEN_MS = VIDEO_RECORDING_MS_MAX + 10 * 60_000;
/** What a recording reserves of its site's quota beyond what has arrived, bytes. */
export const VIDEO_RECORDING_ROOM_BYTES = 2 * 2 ** 20;
/** Recordings of one person that run at the same time: as many as the video wall shows. */
export const VIDEO_RECORDINGS_RUNNING_MAX = 9;
/** Parts that wait for the connection before recording ends; what was recorded until then is still uploaded. */
export const VIDEO_RECORDING_PARTS_WAITING = 30;
/** Longest still that a recording takes along, in characters of base64: at THUMBNAIL_PX a JPEG stays far below. */
export const VIDEO_RECORDING_STILL_MAX = 48_000;
/** Time without a new part after which the server completes a recording, ms. */
export const VIDEO_RECORDING_SILENT_MS = 90_000;
