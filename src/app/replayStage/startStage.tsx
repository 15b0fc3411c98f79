/**
 * The stage (design 10): the console in the states of a recording, in an iframe of the inspector. It accepts messages
 * only from its parent on the same origin, uses no network, writes nothing, and ignores user input.
 */
import { createRoot } from 'react-dom/client';
import type { StageReport, StageShow } from '../../machines/recording/stageMessages.ts';
import { ASIDES } from '../../machines/app/events.ts';
import { NotRestorable } from '../../machines/recording/restoreActors.ts';
import { createDocumentHead } from '../../services/documentHead.ts';
import { pages } from '../pages.ts';
import { FIRST_AREAS, FLEET_AREAS, loadLocale } from '../locales/loadLocale.ts';
import { disableInput } from './disableInput.ts';
import { loadStage, type StageParts } from './loadStage.ts';
import { StageScreen } from './StageScreen.tsx';

const PARTS: StageParts = {
  pages,
  loadLocale,
  areas: [...FIRST_AREAS, ...FLEET_AREAS, 'errors', ...ASIDES],
  loadFrame: async () => (await import('../Framed.tsx')).Framed,
};

/** Rejects when a chunk fails to load (loadStart.ts). */
export async function startStage(page: Window, parts: StageParts = PARTS): Promise<void> {
  const { origin } = page.location;
  const report = (said: StageReport): void => {
    // Without a parent window there is no recipient.
    if (page.parent !== page) page.parent.postMessage(said, origin);
  };
  disableInput(page);
  const stage = await loadStage(parts);
  const root = createRoot(page.document.getElementById('root') as HTMLElement);
  const head = createDocumentHead(page.document);
  let epoch = 0;
  /** The id of the last moment that could not be rendered. */
  let broken = -1;

  const refuse = (id: number, error: unknown): void => {
    broken = id;
    epoch += 1;
    root.render(null);
    const { issues, message } = error instanceof NotRestorable ? error : { issues: [], message: messageOf(error) };
    report({ type: 'stage.refused', id, issues, said: message });
  };
  const show = (wanted: StageShow): void => {
    const { id } = wanted;
    const onBroken = (message: string): void => {
      if (broken !== id) refuse(id, message);
    };
    try {
      const { app, language, theme } = stage.stand(wanted, epoch, onBroken);
      head.language(language);
      head.theme(theme);
      root.render(
        <StageScreen
          app={app}
          frame={stage.frame}
          epoch={epoch}
          onBroken={onBroken}
          onDrawn={() => {
            if (broken !== id) report({ type: 'stage.shown', id });
          }}
        />,
      );
    } catch (error) {
      refuse(id, error);
    }
  };
  page.addEventListener('message', ({ origin: from, source, data }: MessageEvent<unknown>) => {
    if (from !== origin || source !== page.parent || page.parent === page) return;
    const said = data as Partial<StageShow> | null;
    if (said?.type === 'stage.show') show(said as StageShow);
  });
  page.document.documentElement.dataset['stage'] = 'ready';
  report({ type: 'stage.ready' });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
