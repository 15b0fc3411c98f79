/** Copies a text to the clipboard and shows whether it worked. */
import { copyText } from '../kit/exportText.ts';
import { useApp } from './useApp.ts';
import type { Key } from './localeTexts.ts';

const WORDS = { copied: 'shell.copy.done', failed: 'shell.copy.failed' } as const satisfies Record<string, Key>;

export function useCopy(): (text: string, words?: { readonly copied: Key; readonly failed: Key }) => void {
  const { notices } = useApp();
  return (text, { copied, failed } = WORDS) =>
    void copyText(text).then((isCopied) =>
      notices.send({
        type: 'notice.show',
        notice: isCopied ? { tone: 'success', key: copied } : { tone: 'info', key: failed },
      }),
    );
}
