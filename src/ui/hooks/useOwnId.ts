import { useSelector } from '@xstate/react';
import { selectUser } from '../../machines/session/session.selectors.ts';
import { useApp } from './useApp.ts';

/** The signed-in user's id; '' for a visitor. */
export function useOwnId(): string {
  return useSelector(useApp().session, selectUser)?.id ?? '';
}
