/** Lets settled promises reach their actors. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
