/** How long the object URL is kept so that the browser can start the download. */
const KEPT_MS = 30_000;

/** Saves a file as a browser download. */
export function download(file: Blob, name: string, page: Document): void {
  const url = URL.createObjectURL(file);
  const link = page.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Saves the file at an address of this server; the name is the one that the server gives it. */
export function downloadFrom(url: string, page: Document): void {
  const link = page.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
