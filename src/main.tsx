/**
 * Starts the console in this window and renders it once the first screen is ready; until then the static shell of the
 * page stays. In stage.html, the same program shows recorded states instead.
 */
import './ui/styles/index.css';
import { createRoot } from 'react-dom/client';
import { browserPlatform } from './app/browserPlatform.ts';
import { createApp } from './app/createApp.ts';
import { firstScreen } from './app/firstScreen.ts';
import { pages } from './app/pages.ts';
import { type Frame, Root } from './app/Root.tsx';
import { loadStart } from './app/replayStage/loadStart.ts';
import { FIRST_AREAS, FLEET_AREAS, loadLocale } from './app/locales/loadLocale.ts';

function startConsole(): void {
  let frame: Frame | null = null;
  const app = createApp({
    world: browserPlatform(window),
    pages,
    locales: { first: FIRST_AREAS, fleet: FLEET_AREAS, failures: ['errors'], load: loadLocale },
    loadFrame: async () => {
      frame = (await import('./app/Framed.tsx')).Framed;
    },
    loadStopBar: async () => (await import('./app/stopBar.ts')).StopBar,
  });
  app.start();
  // No top-level await: chunks import from this module, which would cause a deadlock.
  void firstScreen(app).then(() =>
    createRoot(document.getElementById('root') as HTMLElement).render(<Root app={app} frame={() => frame} />),
  );
}

if ('stage' in document.documentElement.dataset) void loadStart(window);
else startConsole();
