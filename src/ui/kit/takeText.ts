/** A text out of this page: onto the clipboard, or into a file. */

/** @param shown where the text stands: it is selected when the browser lets nobody copy. @returns whether it was copied */
export async function copyText(text: string, shown: HTMLElement | null = null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Plain http off this computer, or not allowed.
  }
  if (!shown) return false;
  const range = document.createRange();
  range.selectNodeContents(shown);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  // The old way still works where the new one may not.
  return document.execCommand?.('copy') ?? false;
}

export function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
