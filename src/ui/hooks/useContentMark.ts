/** Marks the document with what fills its content. */
import { useLayoutEffect } from 'react';

/**
 * For styles of what is around a page: `:root[data-content='…']`. A selector with `:has()` could find the same, but the
 * browser would then compute the styles of all of the content again with every change inside it.
 * @param content 'filled': the page has the window to itself (shell/filled.ts); undefined: no mark
 */
export function useContentMark(content: 'phone-robot' | 'robot-page' | 'filled' | undefined): void {
  useLayoutEffect(() => {
    if (content === undefined) return undefined;
    const { dataset } = document.documentElement;
    dataset['content'] = content;
    return () => {
      delete dataset['content'];
    };
  }, [content]);
}
