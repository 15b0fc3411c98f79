/** Marks the document with what fills its content. */
import { useLayoutEffect } from 'react';

/**
 * For styles of what is around a page: `:root[data-content='…']`. A selector with `:has()` could find the same, but the
 * browser would then compute the styles of all of the content again with every change inside it.
 */
export function useContentMark(content: 'phone-robot' | 'robot-page'): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['content'] = content;
    return () => {
      delete dataset['content'];
    };
  }, [content]);
}
