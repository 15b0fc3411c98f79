/** The way to a photo or recording in the library. */
export const photoPath = (fileId: string): string => `/video/photos?item=${encodeURIComponent(fileId)}`;
