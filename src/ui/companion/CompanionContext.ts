/**
 * Dependencies that src/app provides to the companion app's screens, and hooks for texts, the clock and the machines.
 */
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { Language } from '../../../contract/entities/constants.ts';
import type { Companion } from '../../machines/companion/companion.selectors.ts';
import type { Translate } from '../hooks/translate.ts';

export interface CompanionParts {
  readonly root: Companion;
  readonly i18n: { now(): Translate; onChange(listener: () => void): () => void };
  /** The server's clock, ms. */
  now(): number;
  /** Attaches the camera stream to a video element. */
  attach(video: HTMLVideoElement | null): void;
  speak(language: Language): void;
}

export const CompanionContext = createContext<CompanionParts | null>(null);

export function useCompanion(): CompanionParts {
  const parts = use(CompanionContext);
  if (!parts) throw new Error('outside CompanionContext');
  return parts;
}

export function useT(): Translate {
  const { i18n } = useCompanion();
  return useSyncExternalStore(i18n.onChange, i18n.now);
}

const TICK_MS = 1_000;

/** Renders every second. */
export function useNow(): number {
  const { now } = useCompanion();
  const [shown, setShown] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setShown(now()), TICK_MS);
    return () => clearInterval(timer);
  }, [now]);
  return shown;
}
