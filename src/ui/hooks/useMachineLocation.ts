/**
 * wouter's location hook on top of the `navigation` machine. At the top: `<Router hook={useMachineLocation}
 * searchHook={useMachineSearch}>`; then wouter's <Link href="/home"> works as usual.
 */
import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { selectPath, selectSearch } from '../../machines/navigation/navigation.selectors.ts';
import { useApp } from './useApp.ts';

export function useMachineLocation(): [string, (to: string, options?: { replace?: boolean }) => void] {
  const { navigation } = useApp();
  const path = useSelector(navigation, selectPath);
  const go = useCallback(
    (to: string, { replace = false }: { replace?: boolean } = {}) =>
      navigation.send({ type: 'navigation.go', to, replace }),
    [navigation],
  );
  return [path, go];
}

/** Without the question mark, as wouter expects. */
export const useMachineSearch = (): string => useSelector(useApp().navigation, selectSearch).slice(1);
