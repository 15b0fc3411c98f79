/** Exports a text from the page: to the clipboard or to a file. */

/**
 * @param shown the element with the text, which is selected if the clipboard is unavailable @returns whether it was
 * copied
 */
export async function copyText(text: string, shown: HTMLElement | null = null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not a secure context (plain HTTP), or permission denied.
  }
  if (!shown) return false;
  if (shown instanceof HTMLInputElement) shown.select();
  else {
    const range = document.createRange();
    range.selectNodeContents(shown);
    const selection = document.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  }
  // The deprecated API still works where the clipboard API is unavailable.
  return document.execCommand?.('copy') ?? false;
}

export function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
