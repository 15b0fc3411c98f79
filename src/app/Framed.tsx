/** The frame and its dependencies, in a separate chunk: the sign-in page has neither links nor a menu. */
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { useMachineLocation, useMachineSearch } from '../ui/hooks/useMachineLocation.ts';
import { Shell } from '../ui/shell/Shell.tsx';
import { useNearPages } from './useNearPages.ts';

export function Framed({ children }: { readonly children: ReactNode }) {
  useNearPages();
  return (
    <Router hook={useMachineLocation} searchHook={useMachineSearch}>
      <Shell>{children}</Shell>
    </Router>
  );
}
