/**
 * The composition root: services, wired machines, words and live values become one running app.
 *
 *   const app = createApp(services); app.start(); render(<AppContext value={app.parts}>…)
 */
import type { AppParts } from '../ui/hooks/AppContext.ts';

export interface RoundhouseApp {
  readonly parts: AppParts;
  start(): void;
  stop(): void;
}
