/**
 * The window of the stage: one for the whole page, loaded once and kept. It stands in the pane that came last, and waits hidden
 * while there is none, so that nothing has to be fetched when somebody wants to stand in a state, or forks one.
 */
import type { StageReport, StageShow } from '../../../machines/recording/stageWords.ts';

export interface StageHolder {
  readonly place: HTMLElement;
  hear(report: StageReport): void;
}
/** What has been heard of it: nothing yet, that it is there, or why it is not. */
export type StageState = { is: 'coming' } | { is: 'ready' } | { is: 'absent'; said: string };

/** Keeps what is loaded in it, where a browser can. */
type Movable = HTMLElement & { moveBefore?(node: Node, child: Node | null): void };

/** By then it is there, or something of it never arrived. */
const PATIENCE_MS = 30_000;

export function createStageFrame(page: Window) {
  const { document } = page;
  const { origin } = page.location;
  const holders: StageHolder[] = [];
  const wanted = new Map<StageHolder, StageShow>();
  let state: StageState = { is: 'coming' };
  let frame: HTMLIFrameElement | null = null;
  let lot: HTMLElement | null = null;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const hear = (report: StageReport): void => {
    if (report.type === 'stage.ready') state = { is: 'ready' };
    if (report.type === 'stage.absent') state = { is: 'absent', said: report.said };
    if (state.is !== 'coming') clearTimeout(patience);
    for (const holder of [...holders]) holder.hear(report);
    if (report.type === 'stage.ready') post();
  };
  const expect = (): void => {
    state = { is: 'coming' };
    clearTimeout(patience);
    patience = setTimeout(() => hear({ type: 'stage.absent', said: '' }), PATIENCE_MS);
  };
  const onMessage = ({ origin: from, source, data }: MessageEvent<unknown>): void => {
    if (!frame || from !== origin || source !== frame.contentWindow) return;
    const said = data as Partial<StageReport> | null;
    if (typeof said?.type !== 'string' || !said.type.startsWith('stage.')) return;
    hear(said as StageReport);
  };
  const post = (): void => {
    const top = holders.at(-1);
    const show = top && wanted.get(top);
    if (show && state.is === 'ready') frame?.contentWindow?.postMessage(show, origin);
  };
  const moveTo = (place: HTMLElement): void => {
    if (!frame || frame.parentElement === place) return;
    const target = place as Movable;
    if (target.moveBefore && frame.isConnected && place.isConnected) target.moveBefore(frame, null);
    else {
      // Moved the old way it loads anew.
      expect();
      place.append(frame);
    }
  };
  const warm = (): void => {
    // An inspector that is itself shown on a stage shows no further one.
    if (frame || 'stage' in document.documentElement.dataset) return;
    page.addEventListener('message', onMessage);
    lot = document.createElement('div');
    lot.hidden = true;
    frame = document.createElement('iframe');
    frame.src = '/stage.html';
    frame.className = 'stage-window';
    document.body.append(lot);
    lot.append(frame);
    expect();
  };

  return {
    /** Begins to load it; again changes nothing. */
    warm,
    state: () => state,
    /** It stands there until another one holds it, or this one lets go. Answers the way to let go. */
    hold(holder: StageHolder, title: string): () => void {
      warm();
      holders.push(holder);
      if (frame) frame.title = title;
      moveTo(holder.place);
      return () => {
        holders.splice(holders.indexOf(holder), 1);
        wanted.delete(holder);
        const place = holders.at(-1)?.place ?? lot;
        if (place) moveTo(place);
        post();
      };
    },
    show(holder: StageHolder, show: StageShow): void {
      wanted.set(holder, show);
      if (holder === holders.at(-1)) post();
    },
    /** Tries to load it once more. */
    again(): void {
      if (!frame) return;
      expect();
      frame.src = '/stage.html';
    },
  };
}
export type StageFrame = ReturnType<typeof createStageFrame>;

let one: StageFrame | null = null;
export const stageFrame = (): StageFrame => (one ??= createStageFrame(window));
