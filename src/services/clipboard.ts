/** The clipboard for effects, which have no element that could be selected instead (exportText.ts). */

/** @returns whether the text was copied; not without HTTPS or permission */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
