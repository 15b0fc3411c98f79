/**
 * The iframe of the replay stage: one per page, loaded once and kept. It is in the pane that claimed it last and hidden
 * while there is none, so that nothing has to be loaded when a state is shown or forked.
 */
import type { StageReport, StageShow } from '../../../machines/recording/stageMessages.ts';

export interface StageHolder {
  readonly place: HTMLElement;
  hear(report: StageReport): void;
}
/** Loading state: no report yet, ready, or absent with the reason. */
export type StageState = { is: 'coming' } | { is: 'ready' } | { is: 'absent'; said: string };

/** `moveBefore` moves the iframe without reloading it, where the browser supports it. */
type Movable = HTMLElement & { moveBefore?(node: Node, child: Node | null): void };

/** Load timeout, ms. */
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
      // Appending an iframe to another parent reloads it.
      expect();
      place.append(frame);
    }
  };
  const warm = (): void => {
    // An inspector that is itself shown on a replay stage does not load another stage.
    if (frame || 'stage' in document.documentElement.dataset) return;
    page.addEventListener('message', onMessage);
    lot = document.createElement('div');
    lot.hidden = true;
    frame = document.createElement('iframe');
    frame.src = '/stage.html';
    frame.className = 'stage-window block h-full w-full border-0 bg-surface';
    document.body.append(lot);
    lot.append(frame);
    expect();
  };

  return {
    /** Starts loading; idempotent. */
    warm,
    state: () => state,
    /**
     * Moves the frame to this holder until another one claims it or this one releases it. Returns the release function.
     */
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
    /** Reloads the frame. */
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
