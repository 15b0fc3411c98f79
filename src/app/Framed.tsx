/** The frame and what it needs, in a chunk of its own: sign-in has neither links nor a menu. */
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { useMachineLocation, useMachineSearch } from '../ui/hooks/useMachineLocation.ts';
import { Shell } from '../ui/shell/Shell.tsx';

export function Framed({ children }: { readonly children: ReactNode }) {
  return (
    <Router hook={useMachineLocation} searchHook={useMachineSearch}>
      <Shell>{children}</Shell>
    </Router>
  );
}
