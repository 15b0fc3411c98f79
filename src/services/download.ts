/** How long the browser may take to begin the download. */
const KEPT_MS = 30_000;

/** Hands a file to the reader's disk, the browser's own way. */
export function download(file: Blob, name: string, page: Document): void {
  const url = URL.createObjectURL(file);
  const link = page.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
